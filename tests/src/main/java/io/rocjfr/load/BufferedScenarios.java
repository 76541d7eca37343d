// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import io.rocjfr.Roctx;
import io.rocjfr.buffered.ActivityBuffer;
import io.rocjfr.buffered.BufferedException;
import io.rocjfr.buffered.BufferedRecords;
import io.rocjfr.buffered.Kind;
import io.rocjfr.buffered.Policy;
import io.rocjfr.buffered.TracingContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/** Uses of the Java API of the buffered services; prints what it saw as name=value. */
public final class BufferedScenarios {
  private static final int RUNS = 200;
  private static final int CONTEXTS = 1000;
  private static final int THREADS = 40;

  private final Gpu gpu = new Gpu(new Counts(), 0);
  private final Counts counts = new Counts();
  private final Map<String, Long> seen = new TreeMap<>();

  /** Guards seen, which consumers write. */
  private final Object lock = new Object();

  private BufferedScenarios() {}

  /** Runs the scenario that the argument names. */
  public static void main(String[] arguments) {
    BufferedScenarios scenarios = new BufferedScenarios();
    switch (arguments[0]) {
      case "counts" -> scenarios.counts();
      case "discard" -> scenarios.discard();
      case "allocation" -> scenarios.allocation();
      case "statuses" -> scenarios.statuses();
      case "contexts" -> scenarios.contexts();
      case "exit" -> scenarios.exit();
      case "virtual" -> scenarios.virtualThreads();
      default -> throw new IllegalArgumentException(arguments[0]);
    }
    scenarios.print();
  }

  private void print() {
    synchronized (lock) {
      seen.forEach((name, value) -> System.out.println(name + "=" + value));
    }
  }

  private void see(String name, long value) {
    synchronized (lock) {
      seen.merge(name, value, Long::sum);
    }
  }

  private void work() {
    long device = gpu.malloc(counts, 4096);
    for (int i = 0; i < RUNS; i++) {
      gpu.launchEmpty(counts, 2, 0);
    }
    gpu.synchronizeDevice(counts);
    gpu.free(counts, device);
  }

  /** The smallest buffer without loss, a second context that wants two functions only. */
  private void counts() {
    try (TracingContext context = TracingContext.create();
        TracingContext second = TracingContext.create();
        ActivityBuffer all = ActivityBuffer.create(context, 0, 0, Policy.LOSSLESS, this::take);
        ActivityBuffer some =
            ActivityBuffer.create(
                second,
                1 << 16,
                1 << 16,
                Policy.LOSSLESS,
                (records, dropped) -> {
                  while (records.next()) {
                    see("some " + records.operation(), 1);
                    see("endBeforeStart", records.endNanos() < records.startNanos() ? 1 : 0);
                  }
                })) {
      all.trace(Kind.HIP_RUNTIME_API);
      all.trace(Kind.KERNEL_DISPATCH);
      all.trace(Kind.CORRELATION_ID_RETIREMENT);
      all.trace(Kind.MARKER_CORE_API);
      some.trace(Kind.HIP_RUNTIME_API, "hipMalloc", "hipFree");
      some.trace(Kind.MARKER_CORE_RANGE_API);
      context.start();
      second.start();
      see("active", context.isActive() ? 1 : 0);
      context.pushExternalId(77);
      Roctx.mark("work");
      work();
      see("popped", context.popExternalId());
      context.stop();
      try (Roctx.Range range = Roctx.range("the second context's")) {
        see("ranges", range == null ? 0 : 1);
      }
      second.stop();
      see("active", context.isActive() ? 1 : 0);
      all.flush();
      some.flush();
      see("dropped", all.dropped() + some.dropped());
      see("functions", Kind.HIP_RUNTIME_API.operations().contains("hipLaunchKernel") ? 1 : 0);
      see("retirements", Kind.CORRELATION_ID_RETIREMENT.operations().size());
    }
  }

  /** Each with an id of its own, all at once; what they start has none of theirs. */
  private void virtualThreads() {
    try (TracingContext context = TracingContext.create();
        ActivityBuffer all = ActivityBuffer.create(context, 0, 0, Policy.LOSSLESS, this::take)) {
      all.trace(Kind.HIP_RUNTIME_API);
      all.trace(Kind.KERNEL_DISPATCH);
      all.trace(Kind.MARKER_CORE_API);
      context.start();
      CountDownLatch pushed = new CountDownLatch(THREADS);
      List<Thread> threads = new ArrayList<>();
      for (int i = 1; i <= THREADS; i++) {
        long id = 1000L + i;
        threads.add(LoadThreads.start(true, "virtual-" + i, () -> actAs(context, id, pushed)));
      }
      threads.forEach(LoadThreads::join);
      gpu.synchronizeDevice(counts);
      context.stop();
      all.flush();
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // yield has virtual threads move
  private void actAs(TracingContext context, long id, CountDownLatch pushed) {
    context.pushExternalId(id);
    pushed.countDown();
    try {
      pushed.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    for (int i = 0; i < 5; i++) {
      Roctx.mark("of the thread");
      Thread.yield();
    }
    gpu.launchEmpty(counts, 2, 0);
    LoadThreads.join(LoadThreads.start(true, "child", () -> Roctx.mark("of its child")));
    see("popped", context.popExternalId() == id ? 1 : 0);
    Roctx.mark("of nobody");
  }

  /** Opens and closes many, with a service and ids; sees how much more memory each took. */
  private void contexts() {
    AtomicLong got = new AtomicLong();
    openAndClose(CONTEXTS, got);
    // What they keep, they keep each time; what else the JVM takes, a compiler say, comes once.
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 4; round++) {
      long before = residentBytes();
      openAndClose(5 * CONTEXTS, got);
      least = Math.min(least, (residentBytes() - before) / (5 * CONTEXTS));
    }
    see("bytes", least);
    see("records", got.get());
  }

  private static void openAndClose(int contexts, AtomicLong got) {
    for (int i = 1; i <= contexts; i++) {
      try (TracingContext context = TracingContext.create();
          ActivityBuffer buffer =
              ActivityBuffer.create(
                  context, 0, 0, Policy.LOSSLESS, (records, dropped) -> count(records, got))) {
        buffer.trace(Kind.MARKER_CORE_API);
        context.start();
        context.pushExternalId(i); // nobody pops it
        Roctx.mark("one");
        context.stop();
        buffer.flush();
      }
    }
  }

  private static void count(BufferedRecords records, AtomicLong got) {
    while (records.next()) {
      got.incrementAndGet();
    }
  }

  private static long residentBytes() {
    System.gc();
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
        if (line.startsWith("RssAnon:")) {
          return Long.parseLong(line.replaceAll("\\D", "")) << 10;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new IllegalStateException("no RssAnon");
  }

  private void take(BufferedRecords records, long dropped) {
    while (records.next()) {
      see(records.kind().name(), 1);
      if (records.operation() != null) {
        see(records.operation(), 1);
      }
      if (records.kind() == Kind.KERNEL_DISPATCH) {
        see("kernel " + records.kernel(), 1);
        see("workItems", records.grid(0));
        see("submitters", records.osThreadId() != 0 ? 1 : 0);
      }
      if (records.kind() != Kind.CORRELATION_ID_RETIREMENT) {
        see("external " + records.externalId(), 1);
      }
      see("endBeforeStart", records.endNanos() < records.startNanos() ? 1 : 0);
    }
    records.rewind();
    see("records", records.size());
  }

  /** A consumer that is much slower than the program. */
  private void discard() {
    try (TracingContext context = TracingContext.create();
        ActivityBuffer buffer =
            ActivityBuffer.create(
                context,
                4096,
                2048,
                Policy.DISCARD,
                (records, dropped) -> {
                  see("delivered", records.size());
                  see("told", dropped);
                  pause();
                })) {
      buffer.trace(Kind.HIP_RUNTIME_API, "hipModuleLaunchKernel");
      context.start();
      for (int i = 0; i < 10; i++) {
        work();
      }
      context.stop();
      buffer.flush();
      buffer.flush();
      see("dropped", buffer.dropped());
    }
  }

  private static void pause() {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What reading records costs the heap, once names are known. */
  private void allocation() {
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    AtomicLong sum = new AtomicLong();
    try (TracingContext context = TracingContext.create();
        ActivityBuffer buffer =
            ActivityBuffer.create(
                context,
                1 << 20,
                1 << 20,
                Policy.LOSSLESS,
                (records, dropped) -> {
                  read(records, sum);
                  long self = Thread.currentThread().getId();
                  long before = threads.getThreadAllocatedBytes(self);
                  read(records, sum);
                  long after = threads.getThreadAllocatedBytes(self);
                  read(records, sum);
                  long end = threads.getThreadAllocatedBytes(self);
                  // What asking costs is in both.
                  see("bytes", Math.min(after - before, end - after));
                  see("records", records.size());
                })) {
      buffer.trace(Kind.HIP_RUNTIME_API);
      buffer.trace(Kind.KERNEL_DISPATCH);
      buffer.trace(Kind.CORRELATION_ID_RETIREMENT);
      context.start();
      work();
      context.stop();
      buffer.flush();
    }
    see("read", sum.get() == 0 ? 0 : 1);
  }

  private static void read(BufferedRecords records, AtomicLong sum) {
    records.rewind();
    long all = 0;
    while (records.next()) {
      all += records.correlationId() + records.startNanos() + records.endNanos();
      all += records.osThreadId() + records.externalId() + records.ancestorId() + records.grid(0);
      String operation = records.operation();
      String kernel = records.kernel();
      all += (operation == null ? 0 : operation.length()) + (kernel == null ? 0 : kernel.length());
    }
    sum.addAndGet(all);
  }

  private void statuses() {
    TracingContext context = TracingContext.create();
    ActivityBuffer buffer =
        ActivityBuffer.create(context, 1, 1, Policy.DISCARD, (records, dropped) -> {});
    fails("stop", context::stop);
    fails("operation", () -> buffer.trace(Kind.HIP_RUNTIME_API, "hipNothing"));
    buffer.trace(Kind.HIP_RUNTIME_API);
    fails("twice", () -> buffer.trace(Kind.HIP_RUNTIME_API));
    fails(
        "watermark",
        () -> ActivityBuffer.create(context, 1, 5000, Policy.DISCARD, (records, dropped) -> {}));
    buffer.close();
    buffer.close();
    fails("flush", buffer::flush);
    fails("size", () -> ActivityBuffer.create(context, -1, 0, Policy.DISCARD, (r, d) -> {}));
  }

  private void fails(String what, Runnable action) {
    try {
      action.run();
      see(what + " succeeded", 1);
    } catch (BufferedException e) {
      see(what + " " + e.status(), 1);
    } catch (IllegalArgumentException e) {
      see(what + " illegal", 1);
    }
  }

  /** Nothing is flushed or closed: what is left is delivered at exit. */
  private void exit() {
    TracingContext context = TracingContext.create();
    AtomicLong delivered = new AtomicLong();
    ActivityBuffer buffer =
        ActivityBuffer.create(
            context,
            1 << 20,
            1 << 20,
            Policy.LOSSLESS,
            (records, dropped) ->
                System.out.println("delivered=" + delivered.addAndGet(records.size())));
    buffer.trace(Kind.HIP_RUNTIME_API, "hipModuleLaunchKernel");
    context.start();
    work();
  }
}
