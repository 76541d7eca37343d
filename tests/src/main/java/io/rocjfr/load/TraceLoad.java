// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.rocjfr.Roctx;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import jdk.jfr.Recording;

/**
 * Threads, each with many traces that overlap: their spans become current in turn, within each
 * other, and on other threads than began them. Spans end before the GPU has begun their work, where
 * {@code hold} says so.
 */
final class TraceLoad {
  private static final int OPEN = 16;
  private static final int BYTES = 4096;

  /** Copies wait for as long; a kernel that waits so begins after many spans have ended. */
  private static final long HELD_NANOS = 4_000_000;

  private static final long FREE_NANOS = 1_000_000;

  private final Gpu gpu;
  private final Counts counts;
  private final long[] streams;
  private final Tracer tracer;
  private final Request request;
  private final BooleanSupplier told;
  private final Expectations expectations = new Expectations();
  private final Queue<Context> handedOver = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean ended = new AtomicBoolean();
  private final AtomicInteger made = new AtomicInteger();
  private volatile Throwable failure;

  /** A trace that has not ended. */
  private record Open(Span root, Span child) {}

  /**
   * A load.
   *
   * @param told whether it may end when it has made its traces
   */
  TraceLoad(
      Gpu gpu,
      Counts counts,
      long[] streams,
      Tracer tracer,
      Request request,
      BooleanSupplier told) {
    this.gpu = gpu;
    this.counts = counts;
    this.streams = streams;
    this.tracer = tracer;
    this.request = request;
    this.told = told;
  }

  Expectations expectations() {
    return expectations;
  }

  void run() {
    int count = request.number("threads", 8);
    SplittableRandom random = new SplittableRandom(request.number("seed", 1));
    Thread holder = request.flag("hold") ? LoadThreads.start(false, "holder", this::hold) : null;
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      SplittableRandom own = random.split();
      threads.add(LoadThreads.start(request.flag("virtual"), "traced-" + i, () -> traces(own)));
    }
    threads.forEach(LoadThreads::join);
    ended.set(true);
    if (holder != null) {
      LoadThreads.join(holder);
    }
    if (failure != null) {
      throw new IllegalStateException("a thread failed", failure);
    }
  }

  /** Keeps the GPU from beginning, again and again, so that spans end before their work. */
  private void hold() {
    SoftGpu device = new SoftGpu();
    while (!ended.get()) {
      device.hold();
      LockSupport.parkNanos(HELD_NANOS);
      device.release();
      LockSupport.parkNanos(FREE_NANOS);
    }
  }

  private void traces(SplittableRandom random) {
    List<Open> open = new ArrayList<>();
    Memory host = new Memory(BYTES);
    long device = 0;
    try {
      device = gpu.malloc(counts, BYTES);
      expectations.expect(Expectations.CALLS);
      long pause = request.number("pause", 0) * 1000L;
      for (int i = request.number("traces", 1000); i > 0 || !told.getAsBoolean(); i--) {
        open.add(begin());
        if (open.size() == OPEN) {
          end(open.remove(random.nextInt(OPEN)));
        }
        use(open.get(random.nextInt(open.size())), random, device, host);
        use(open.get(random.nextInt(open.size())), random, device, host);
        endChunk(made.incrementAndGet());
        if (pause > 0) {
          LockSupport.parkNanos(pause);
        }
      }
      open.forEach(TraceLoad::end);
    } catch (RuntimeException | LinkageError e) {
      failure = e;
    }
  }

  /** JFR itself looks once a second whether a chunk is large enough. */
  private void endChunk(int traces) {
    int chunks = request.number("chunks", 1);
    int all = request.number("threads", 8) * request.number("traces", 1000);
    if (chunks > 1 && traces < all && traces % (all / chunks) == 0) {
      try (Recording other = new Recording()) {
        other.start();
      }
    }
  }

  private Open begin() {
    Span root = tracer.spanBuilder("request").setNoParent().startSpan();
    Span child = tracer.spanBuilder("step").setParent(Context.root().with(root)).startSpan();
    return new Open(root, child);
  }

  private static void end(Open trace) {
    trace.child.end();
    trace.root.end();
  }

  private void use(Open trace, SplittableRandom random, long device, Memory host) {
    try (Scope outer = trace.root.makeCurrent()) {
      operate(random, device, host);
      try (Scope inner = trace.child.makeCurrent()) {
        operate(random, device, host);
        LockSupport.parkNanos(request.number("nap", 0) * 1000L);
        if (random.nextInt(4) == 0) {
          handedOver.add(Context.current());
        }
        Context other = handedOver.poll();
        if (other != null) {
          try (Scope foreign = other.makeCurrent()) {
            operate(random, device, host);
            mustBeOpen(foreign);
          }
        }
        operate(random, device, host);
        mustBeOpen(inner);
      }
      operate(random, device, host);
      mustBeOpen(outer);
    }
  }

  private static void mustBeOpen(Scope scope) {
    if (scope == null) {
      throw new IllegalStateException("a scope is never null");
    }
  }

  private void operate(SplittableRandom random, long device, Memory host) {
    long stream = streams[random.nextInt(streams.length)];
    switch (random.nextInt(6)) {
      case 0, 1 -> {
        gpu.launchEmpty(counts, 1, stream);
        expectations.expect(Expectations.CALLS);
        expectations.expect(Expectations.KERNELS);
      }
      case 2 -> {
        long address = Pointer.nativeValue(host);
        gpu.copy(counts, "copies/HostToDevice", Hip.HOST_TO_DEVICE, device, address, 256, stream);
        expectations.expect(Expectations.CALLS);
        expectations.expect(Expectations.COPIES);
      }
      case 3 -> {
        Roctx.push("outer");
        Roctx.push("inner");
        Roctx.pop();
        Roctx.pop();
        counts.add("ranges", 2);
        expectations.expect(Expectations.RANGES);
        expectations.expect(Expectations.RANGES);
      }
      default -> {
        gpu.getDevice(counts);
        expectations.expect(Expectations.CALLS);
      }
    }
  }
}
