// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.selftest.program;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import io.rocjfr.cli.selftest.Ledger;
import io.rocjfr.cli.selftest.Ledger.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What the known work does on HIP, one scenario after the other. */
final class Scenarios {
  private static final int ITEMS = 64;
  private static final int NON_BLOCKING = 1;
  private static final int RELAXED = 2;
  private static final int GRAPH_KERNELS = 5;
  private static final int TIMED_LAUNCHES = 12;
  private static final float LONG_ENOUGH_MILLIS = 2;
  private static final int MOST_LOOPS = 1 << 26;

  private final LedgerCalls hip;
  private final Memory code;
  private final int devices;

  /** Of kernels that take about 2 ms; 0 until that is known. */
  private int loops;

  /**
   * Makes them.
   *
   * @param code of the kernels; null if there is none
   */
  Scenarios(LedgerCalls hip, Memory code, int devices) {
    this.hip = hip;
    this.code = code;
    this.devices = devices;
  }

  /** One on the first device. */
  private void run(String name, boolean needsKernels, Consumer<Kernels> scenario) {
    hip.scenario(name);
    String missing = needsKernels && code == null ? "no kernel could be compiled" : "";
    hip.ledger().scenarios.put(name, missing);
    if (!missing.isEmpty()) {
      return;
    }
    try {
      Kernels kernels = needsKernels ? new Kernels(hip, code, 0) : null;
      scenario.accept(kernels);
      if (kernels != null) {
        kernels.free();
      }
    } catch (WorkFailure | UnsatisfiedLinkError e) {
      hip.ledger().failures.put(name, String.valueOf(e.getMessage()));
    }
  }

  /** All. */
  void all() {
    run("kernels", true, this::kernels);
    run("streams", true, this::streams);
    run("copies", false, none -> copies(false));
    run("event-only waits", true, this::events);
    run("blocking waits", true, this::blocking);
    run("durations", true, this::durations);
    run("order across streams", true, this::order);
    run("overlap", true, this::overlap);
    run("graphs", true, this::graphs);
    if (devices > 1) {
      run("several devices", false, none -> devices());
    } else {
      hip.scenario("several devices");
      hip.ledger().scenarios.put("several devices", "there is one device");
    }
  }

  /** A little of it. */
  void some(String name, boolean older) {
    run(
        name,
        code != null,
        kernels -> {
          if (kernels != null) {
            kernels(kernels);
          }
          copies(older);
        });
  }

  /** A launch and a wait, over and over. */
  void serial(String name, int times) {
    run(
        name,
        true,
        kernels -> {
          Pointer spin = kernels.function(Kernels.SPIN);
          for (int i = 0; i < times; i++) {
            kernels.launch(Kernels.SPIN, spin, 1 + i % 7, ITEMS, 10, GpuStream.ofDevice(0));
            synchronizeDevice();
          }
        });
  }

  private void kernels(Kernels kernels) {
    GpuStream stream = GpuStream.ofDevice(0);
    Pointer spin = kernels.function(Kernels.SPIN);
    Pointer fill = kernels.function(Kernels.FILL);
    Pointer scale = kernels.function(Kernels.SCALE);
    for (int i = 0; i < 8; i++) {
      kernels.launch(Kernels.SPIN, spin, 1 + i, ITEMS, 10 + i, stream);
      synchronizeDevice();
    }
    check(kernels, item -> Kernels.spun(item, 17), 8 * ITEMS, Kernels.SPIN);
    kernels.launch(Kernels.FILL, fill, List.of(3, 2, 4), List.of(8, 4, 2), 5, stream);
    kernels.launch(Kernels.SCALE, scale, 24, ITEMS, 7, stream);
    synchronizeDevice();
    check(kernels, item -> 35, 24 * ITEMS, Kernels.SCALE);
  }

  private interface Expected {
    int of(int item);
  }

  /** What the kernels have written. Not in the ledger's copies, whose sizes are their own. */
  private void check(Kernels kernels, Expected expected, int items, String symbol) {
    int bytes = items * Integer.BYTES;
    try (Memory read = new Memory(bytes)) {
      Call call = hip.call("hipMemcpy", read, kernels.out(), (long) bytes, 2);
      hip.submitted(
          call,
          GpuStream.ofDevice(0),
          new Ledger.Work(
              Ledger.Kind.COPY, "", List.of(), List.of(), bytes, "DeviceToHost", true, 0, -1, -1));
      hip.finished(call, null, call.id + 1);
      for (int item = 0; item < items; item++) {
        int is = read.getInt((long) item * Integer.BYTES);
        if (is != expected.of(item)) {
          hip.ledger()
              .failures
              .put(
                  "results",
                  symbol + ": work-item " + item + " wrote " + is + ", not " + expected.of(item));
          return;
        }
      }
    }
  }

  private void streams(Kernels kernels) {
    Pointer spin = kernels.function(Kernels.SPIN);
    List<GpuStream> streams = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      streams.add(stream("stream " + i, i == 2));
    }
    for (int i = 0; i < 18; i++) {
      kernels.launch(Kernels.SPIN, spin, 20 + i, ITEMS, 10, streams.get(i % 3));
    }
    for (GpuStream stream : streams) {
      hip.finished(hip.call("hipStreamSynchronize", stream.handle()), stream);
    }
    streams.forEach(this::destroy);
  }

  private void copies(boolean older) {
    GpuStream stream = stream("stream of copies", true);
    try (Copies copies = new Copies(hip, 0, older)) {
      copies.blocking(GpuStream.ofDevice(0));
      copies.rectangle(GpuStream.ofDevice(0));
      synchronizeDevice();
      copies.asynchronous(stream);
      hip.finished(hip.call("hipStreamSynchronize", stream.handle()), stream);
    }
    destroy(stream);
  }

  private void events(Kernels kernels) {
    Pointer spin = kernels.function(Kernels.SPIN);
    GpuStream stream = stream("stream of events", true);
    Pointer event = hip.get("hipEventCreate");
    for (int i = 0; i < 8; i++) {
      kernels.launch(Kernels.SPIN, spin, 40 + i, ITEMS, 10, stream);
      hip.call("hipEventRecord", event, stream.handle());
      hip.finished(hip.call("hipEventSynchronize", event), stream);
    }
    hip.call("hipEventDestroy", event);
    destroy(stream);
  }

  private void blocking(Kernels kernels) {
    Pointer spin = kernels.function(Kernels.SPIN);
    GpuStream stream = GpuStream.ofDevice(0);
    try (Copies copies = new Copies(hip, 0, false)) {
      for (int i = 0; i < 8; i++) {
        kernels.launch(Kernels.SPIN, spin, 50 + i, ITEMS, 10, stream);
        copies.waitByCopy(stream, kernels.out());
      }
    }
  }

  private void durations(Kernels kernels) {
    Pointer spin = kernels.function(Kernels.SPIN);
    GpuStream stream = stream("stream of durations", true);
    Pointer start = hip.get("hipEventCreate");
    Pointer stop = hip.get("hipEventCreate");
    int tried = 1 << 10;
    while (tried < MOST_LOOPS && !isLong(kernels, spin, tried, stream, start, stop)) {
      tried *= 2;
    }
    if (tried >= MOST_LOOPS) {
      hip.ledger().scenarios.put("durations", "kernels take no time here");
      return;
    }
    loops = tried;
    for (int i = 0; i < TIMED_LAUNCHES; i++) {
      timed(kernels, spin, loops + i * (loops / 4), stream, start, stop);
    }
    hip.call("hipEventDestroy", start);
    hip.call("hipEventDestroy", stop);
    destroy(stream);
  }

  /** Whether it takes long each time: other programs may hold one up. */
  private boolean isLong(
      Kernels kernels, Pointer spin, int steps, GpuStream stream, Pointer start, Pointer stop) {
    for (int i = 0; i < 3; i++) {
      if (timed(kernels, spin, steps, stream, start, stop) < LONG_ENOUGH_MILLIS) {
        return false;
      }
    }
    return true;
  }

  private float timed(
      Kernels kernels, Pointer spin, int steps, GpuStream stream, Pointer start, Pointer stop) {
    hip.call("hipEventRecord", start, stream.handle());
    Call launch = kernels.launch(Kernels.SPIN, spin, 1, ITEMS, steps, stream);
    hip.call("hipEventRecord", stop, stream.handle());
    hip.finished(hip.call("hipEventSynchronize", stop), stream);
    try (Memory millis = new Memory(Float.BYTES)) {
      hip.call("hipEventElapsedTime", millis, start, stop);
      launch.eventNanos = Math.max(1, Math.round(millis.getFloat(0) * 1e6));
      return millis.getFloat(0);
    }
  }

  private void order(Kernels kernels) {
    if (loops == 0) {
      hip.ledger().scenarios.put("order across streams", "kernels take no time here");
      return;
    }
    Pointer spin = kernels.function(Kernels.SPIN);
    GpuStream first = stream("first stream", true);
    GpuStream second = stream("second stream", true);
    Pointer event = hip.get("hipEventCreate");
    for (int i = 0; i < 4; i++) {
      Call leads = kernels.launch(Kernels.SPIN, spin, 1, ITEMS, loops, first);
      hip.call("hipEventRecord", event, first.handle());
      hip.call("hipStreamWaitEvent", second.handle(), event, 0);
      kernels.launch(Kernels.SPIN, spin, 2 + i, ITEMS, 10, second).follows = leads.id;
      hip.finished(hip.call("hipStreamSynchronize", second.handle()), second);
      hip.finished(hip.call("hipStreamSynchronize", first.handle()), first);
    }
    hip.call("hipEventDestroy", event);
    destroy(first);
    destroy(second);
  }

  private void overlap(Kernels kernels) {
    if (loops == 0) {
      hip.ledger().scenarios.put("overlap", "kernels take no time here");
      return;
    }
    Pointer spin = kernels.function(Kernels.SPIN);
    GpuStream first = stream("left stream", true);
    GpuStream second = stream("right stream", true);
    for (int i = 0; i < 4; i++) {
      kernels.launch(Kernels.SPIN, spin, 1, ITEMS, loops * 2, first);
      kernels.launch(Kernels.SPIN, spin, 1, ITEMS, loops * 2, second);
      synchronizeDevice();
    }
    destroy(first);
    destroy(second);
  }

  private void graphs(Kernels kernels) {
    Pointer spin = kernels.function(Kernels.SPIN);
    GpuStream stream = stream("stream of graphs", true);
    List<Integer> block = List.of(ITEMS, 1, 1);
    List<Ledger.Work> works = new ArrayList<>();
    List<Call> launches = new ArrayList<>();
    hip.call("hipStreamBeginCapture", stream.handle(), RELAXED);
    for (int i = 0; i < GRAPH_KERNELS; i++) {
      List<Integer> grid = List.of(60 + i, 1, 1);
      Call launch = kernels.submit(spin, grid, block, 10, stream);
      launch.stream = stream.label();
      launches.add(launch);
      works.add(kernels.work(Kernels.SPIN, grid, block).ofGraph());
    }
    long words = 2048;
    hip.call("hipMemsetD32Async", kernels.out(), 0, words, stream.handle()).stream = stream.label();
    works.add(Copies.filled(words * Integer.BYTES, 0).ofGraph());
    Pointer graph;
    try (Memory out = new Memory(Long.BYTES)) {
      hip.call("hipStreamEndCapture", stream.handle(), out);
      graph = out.getPointer(0);
      hip.call("hipGraphGetNodes", graph, null, out);
      if (out.getLong(0) == 1) { // HIP 5.2 runs a module's kernels in place of capturing them
        for (int i = 0; i < GRAPH_KERNELS; i++) {
          hip.submitted(launches.get(i), stream, works.remove(0));
        }
      }
    }
    Pointer ready = hip.get("hipGraphInstantiate", graph, null, null, 0L);
    for (int i = 0; i < 4; i++) {
      hip.submitted(
          hip.call("hipGraphLaunch", ready, stream.handle()),
          stream,
          works.toArray(Ledger.Work[]::new));
      if (i % 2 == 1) {
        hip.finished(hip.call("hipStreamSynchronize", stream.handle()), stream);
      }
    }
    hip.call("hipGraphExecDestroy", ready);
    hip.call("hipGraphDestroy", graph);
    destroy(stream);
  }

  private void devices() {
    for (int device = 0; device < devices; device++) {
      hip.call("hipSetDevice", device);
      GpuStream stream = GpuStream.ofDevice(device);
      if (code != null) {
        Kernels kernels = new Kernels(hip, code, device);
        Pointer spin = kernels.function(Kernels.SPIN);
        for (int i = 0; i <= device; i++) {
          kernels.launch(Kernels.SPIN, spin, 70 + i, ITEMS, 10, stream);
        }
        synchronizeDevice();
        kernels.free();
      }
      try (Copies copies = new Copies(hip, device, false)) {
        copies.blocking(stream);
        synchronizeDevice();
      }
    }
    hip.call("hipSetDevice", 0);
    Copies from = new Copies(hip, 0, false);
    hip.call("hipSetDevice", 1);
    Copies to = new Copies(hip, 1, false);
    hip.call("hipSetDevice", 0);
    from.peer(GpuStream.ofDevice(0), to.first(), 1);
    synchronizeDevice();
    from.close();
    hip.call("hipSetDevice", 1);
    synchronizeDevice();
    to.close();
    hip.call("hipSetDevice", 0);
  }

  private GpuStream stream(String label, boolean nonBlocking) {
    Pointer handle =
        nonBlocking
            ? hip.get("hipStreamCreateWithFlags", NON_BLOCKING)
            : hip.get("hipStreamCreate");
    return new GpuStream(label, handle, 0);
  }

  private void destroy(GpuStream stream) {
    hip.call("hipStreamDestroy", stream.handle());
  }

  private void synchronizeDevice() {
    hip.finished(hip.call("hipDeviceSynchronize"), null);
  }
}
