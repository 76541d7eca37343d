// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import com.sun.management.ThreadMXBean;
import io.rocjfr.Roctx;
import io.rocjfr.roctracer.ActivityRecords;
import io.rocjfr.roctracer.Domain;
import io.rocjfr.roctracer.ExternalId;
import io.rocjfr.roctracer.Overflow;
import io.rocjfr.roctracer.Phase;
import io.rocjfr.roctracer.Pool;
import io.rocjfr.roctracer.Roctracer;
import io.rocjfr.roctracer.RoctracerException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A program under test: does with {@code io.rocjfr.roctracer} what its argument names, and prints
 * {@code name=value} for what it saw.
 */
public final class RoctracerScenarios {
  private static final int CALLS = 1000;
  private static final int SMALL = 256; // four records

  private final Counts counts = new Counts();
  private Gpu gpu;

  private RoctracerScenarios() {}

  /** Runs a scenario. */
  public static void main(String[] arguments) {
    RoctracerScenarios scenarios = new RoctracerScenarios();
    switch (arguments[0]) {
      case "statuses" -> scenarios.statuses();
      case "ids" -> scenarios.ids();
      case "virtual" -> scenarios.virtual();
      case "startStop" -> scenarios.startStop();
      case "drop" -> scenarios.stuck(Overflow.DROP);
      case "wait" -> scenarios.stuck(Overflow.WAIT_BRIEFLY);
      case "slow" -> scenarios.slow();
      case "throwing" -> scenarios.throwing();
      case "inside" -> scenarios.inside();
      case "torn" -> scenarios.torn();
      case "garbage" -> scenarios.garbage();
      case "threads" -> scenarios.threads();
      case "late" -> scenarios.late();
      case "exit" -> scenarios.exit(false);
      case "halt" -> scenarios.exit(true);
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  private static void print(String name, Object value) {
    System.out.println(name + "=" + value);
  }

  private static void failing(String name, Runnable action) {
    try {
      action.run();
      print(name, "succeeded");
    } catch (RoctracerException e) {
      print(name, e.status());
      print(name + ".text", e.getMessage());
    }
  }

  private void load() {
    gpu = new Gpu(counts, 0);
  }

  private void call(int times) {
    for (int i = 0; i < times; i++) {
      gpu.getDevice(counts);
    }
  }

  private static void ignore(ActivityRecords records) {
    // What is in them is another scenario's.
  }

  private void statuses() {
    print("available", Roctracer.isAvailable());
    print("version", Roctracer.version());
    failing("noDefaultPool", () -> Roctracer.enableActivity(Domain.HIP_API));
    failing("hsaCallback", () -> Roctracer.enableCallback(Domain.HSA_API, call -> {}));
    failing("kfdCallback", () -> Roctracer.enableCallback(Domain.KFD_API, call -> {}));
    failing("noSuchFunction", () -> Roctracer.operationCode(Domain.HIP_API, "hipNothing"));
    failing("noSuchOperation", () -> Roctracer.operationCode(Domain.HIP_OPS, "PAINT"));
    failing("kfdName", () -> Roctracer.operationName(Domain.KFD_API, 0, 0));
    failing("hsaEventName", () -> Roctracer.operationName(Domain.HSA_EVT, 99, 0));
    Pool pool = Pool.openDefault(SMALL, Overflow.DROP, RoctracerScenarios::ignore);
    failing(
        "secondDefaultPool",
        () -> Pool.openDefault(SMALL, Overflow.DROP, RoctracerScenarios::ignore));
    failing("hsaActivity", () -> pool.enable(Domain.HSA_OPS));
    failing("defaultPool", () -> Roctracer.enableActivity(Domain.HIP_API));
    pool.close();
    pool.close();
    failing("closedPool", () -> pool.enable(Domain.HIP_API));
    failing("closedFlush", pool::flush);
    print("lostAfterClose", pool.lost());
    failing("defaultPoolIsGone", () -> Roctracer.enableActivity(Domain.HIP_API));
    ExternalId outer = Roctracer.externalId(1);
    ExternalId inner = Roctracer.externalId(2);
    inner.close();
    inner.close();
    outer.close();
    print("memcpy", Roctracer.operationName(Domain.HIP_API, 125, 0));
    print("memcpyCode", Roctracer.operationCode(Domain.HIP_API, "hipMemcpy"));
    print("copyName", Roctracer.operationName(Domain.HIP_OPS, 1, 0x11F4));
    long now = Roctracer.timestamp();
    print("clockRuns", now > 0 && now <= Roctracer.timestamp());
  }

  /** Each call's record has the innermost id directly before it. */
  private void ids() {
    load();
    List<String> seen = new ArrayList<>();
    try (Pool pool =
        Pool.open(
            SMALL,
            records -> {
              while (records.next()) {
                seen.add(
                    records.domain() == Domain.EXT_API
                        ? "id" + records.externalId()
                        : records.operation());
              }
            })) {
      pool.enable(Domain.HIP_API, "hipGetDevice");
      call(1);
      try (ExternalId outer = Roctracer.externalId(42)) {
        call(1);
        try (ExternalId inner = Roctracer.externalId(outer.id() + 1)) {
          call(1);
          print("inner", inner.id());
        }
        call(2);
      }
      call(1);
    }
    print("seen", String.join(" ", seen));
  }

  private void virtual() {
    Runnable push = () -> failing("push", () -> Roctracer.externalId(1));
    LoadThreads.join(LoadThreads.start(true, "virtual", push));
  }

  private void startStop() {
    load();
    AtomicInteger starts = new AtomicInteger();
    AtomicInteger stops = new AtomicInteger();
    AtomicInteger told = new AtomicInteger();
    AtomicInteger marks = new AtomicInteger();
    AtomicInteger recorded = new AtomicInteger();
    Roctracer.onStartStop(starts::incrementAndGet, stops::incrementAndGet);
    try (Pool pool = Pool.open(4096, records -> recorded.addAndGet(records.size()))) {
      pool.enable(Domain.HIP_API, "hipGetDevice");
      Roctracer.enableCallback(Domain.HIP_API, "hipGetDevice", call -> told.incrementAndGet());
      Roctracer.enableCallback(Domain.ROCTX, "roctxMark", call -> marks.incrementAndGet());
      Roctracer.start();
      call(10);
      Roctracer.stop();
      Roctracer.stop();
      call(100);
      Roctx.mark("stopped");
      Roctracer.start();
      call(1);
    }
    Roctracer.onStartStop(null, null);
    Roctracer.stop();
    Roctracer.start();
    print("starts", starts);
    print("stops", stops);
    print("told", told);
    print("marks", marks);
    print("recorded", recorded);
  }

  /** The consumer does not return until all calls were made. */
  private void stuck(Overflow overflow) {
    load();
    CountDownLatch release = new CountDownLatch(1);
    AtomicLong recorded = new AtomicLong();
    Pool pool =
        Pool.open(
            SMALL,
            overflow,
            records -> {
              recorded.addAndGet(records.size());
              awaitUninterruptibly(release);
            });
    pool.enable(Domain.HIP_API, "hipGetDevice");
    call(5 * CALLS);
    print("lostBefore", pool.lost() > CALLS);
    release.countDown();
    pool.flush();
    pool.close();
    print("sum", recorded.get() + pool.lost());
    print("recordedSome", recorded.get() >= SMALL / 64);
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The consumer is slow: threads wait for it, and what is dropped all the same is counted. */
  private void slow() {
    load();
    AtomicLong recorded = new AtomicLong();
    Pool pool =
        Pool.open(
            1024,
            records -> {
              recorded.addAndGet(records.size());
              LockSupport.parkNanos(1_000_000);
            });
    pool.enable(Domain.HIP_API, "hipGetDevice");
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      threads.add(LoadThreads.start(false, "slow-" + i, () -> call(CALLS)));
    }
    threads.forEach(LoadThreads::join);
    pool.close();
    print("sum", recorded.get() + pool.lost());
    print("recordedMost", recorded.get() > pool.lost());
  }

  private void throwing() {
    load();
    AtomicInteger told = new AtomicInteger();
    AtomicInteger buffers = new AtomicInteger();
    try (Pool pool =
        Pool.open(
            SMALL,
            records -> {
              buffers.incrementAndGet();
              throw new IllegalStateException("the consumer's own");
            })) {
      pool.enable(Domain.HIP_API, "hipGetDevice");
      Roctracer.enableCallback(
          Domain.HIP_API,
          "hipGetDevice",
          call -> {
            told.incrementAndGet();
            throw new AssertionError("the callback's own");
          });
      call(8);
      pool.flush();
      Roctracer.disableCallback(Domain.HIP_API, "hipGetDevice");
    }
    print("told", told);
    print("sum", Roctracer.callbackFailures() - buffers.get());
    print("buffers", buffers.get() >= 2);
  }

  /** Callbacks and consumers that call HIP, enable, disable, flush and close. */
  private void inside() {
    load();
    AtomicInteger told = new AtomicInteger();
    AtomicLong data = new AtomicLong();
    AtomicInteger recorded = new AtomicInteger();
    Pool[] holder = new Pool[1];
    holder[0] =
        Pool.open(
            SMALL,
            records -> {
              recorded.addAndGet(records.size());
              if (recorded.get() < 40) {
                call(1); // makes a record in the pool whose consumer this is
              }
              holder[0].flush();
            });
    holder[0].enable(Domain.HIP_API, "hipGetDevice");
    Roctracer.enableCallback(
        Domain.HIP_API,
        "hipDeviceSynchronize",
        call -> {
          told.incrementAndGet();
          if (call.phase() == Phase.ENTER) {
            call.setPhaseData(call.correlationId() * 3);
            Roctracer.enableCallback(Domain.HIP_API, "hipGetDevice", nested -> {});
            call(5);
            holder[0].flush();
          } else {
            Roctracer.disableCallback(Domain.HIP_API, "hipGetDevice");
            data.addAndGet(call.phaseData() - call.correlationId() * 3);
            call(5);
          }
        });
    gpu.synchronizeDevice(counts);
    gpu.synchronizeDevice(counts);
    Roctracer.disableCallback();
    holder[0].flush();
    holder[0].close();
    print("told", told);
    print("phaseData", data);
    print("recorded", recorded.get() >= 20);
    print("failures", Roctracer.callbackFailures());
    closeInside();
  }

  private void closeInside() {
    AtomicInteger recorded = new AtomicInteger();
    Pool[] holder = new Pool[1];
    CountDownLatch closed = new CountDownLatch(1);
    holder[0] =
        Pool.open(
            4096,
            records -> {
              recorded.addAndGet(records.size());
              holder[0].close();
              closed.countDown();
            });
    holder[0].enable(Domain.HIP_API, "hipGetDevice");
    call(7);
    holder[0].flush();
    awaitUninterruptibly(closed);
    call(7);
    print("recordedUntilClosed", recorded);
  }

  /** Two callbacks take turns; each sees only calls that it was enabled for. */
  private void torn() {
    load();
    AtomicInteger first = new AtomicInteger();
    AtomicInteger second = new AtomicInteger();
    Thread caller = LoadThreads.start(false, "caller", () -> call(20 * CALLS));
    for (int i = 0; i < 200; i++) {
      Roctracer.enableCallback(Domain.HIP_API, "hipGetDevice", call -> first.incrementAndGet());
      Roctracer.enableCallback(Domain.HIP_API, "hipGetDevice", call -> second.incrementAndGet());
    }
    LoadThreads.join(caller);
    call(CALLS);
    Roctracer.disableCallback(Domain.HIP_API, "hipGetDevice");
    int told = first.get() + second.get();
    call(CALLS);
    print("some", told >= 2 * CALLS && told <= 42 * CALLS);
    print("afterwards", first.get() + second.get() - told);
    print("failures", Roctracer.callbackFailures());
  }

  /** Reading records allocates nothing, once all names are known. */
  private void garbage() {
    load();
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    AtomicLong sum = new AtomicLong();
    List<Long> allocated = new ArrayList<>(1000);
    try (Pool pool =
        Pool.open(
            64 << 10,
            records -> {
              long before = threads.getCurrentThreadAllocatedBytes();
              long all = 0;
              while (records.next()) {
                all += records.domain().code() + records.operationCode() + records.kind();
                all += records.operation().length() + records.correlationId();
                all += records.beginNanos() + records.endNanos() + records.threadId();
                all += records.deviceId() + records.queueId() + records.bytes();
                String kernel = records.kernelName();
                all += kernel == null ? 0 : kernel.length();
              }
              long after = threads.getCurrentThreadAllocatedBytes();
              allocated.add(after - before);
              sum.addAndGet(all);
            })) {
      pool.enable(Domain.HIP_API);
      pool.enable(Domain.HIP_OPS);
      for (int i = 0; i < 40; i++) {
        for (int j = 0; j < 100; j++) {
          gpu.launchEmpty(counts, 1, 0);
          call(2);
        }
        gpu.synchronizeDevice(counts);
        pool.flush();
      }
    }
    print("buffers", allocated.size() >= 40);
    print("allocated", allocated.get(allocated.size() - 1));
  }

  /** Threads that were Java's for a callback end with their pool or program, and are gone then. */
  private void threads() {
    load();
    AtomicInteger recorded = new AtomicInteger();
    for (int i = 0; i < 100; i++) {
      try (Pool pool = Pool.open(SMALL, records -> recorded.addAndGet(records.size()))) {
        pool.enable(Domain.HIP_API, "hipGetDevice");
        call(10);
      }
    }
    long left = ours();
    for (int i = 0; i < 5000 && left > 0; i++) {
      LockSupport.parkNanos(1_000_000);
      left = ours();
    }
    print("recorded", recorded);
    print("threadsLeft", left);
  }

  private static long ours() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("rocjfr-roctracer"))
        .count();
  }

  /** What is enabled before HIP is loaded works once it is. */
  private void late() {
    AtomicInteger told = new AtomicInteger();
    AtomicInteger kernels = new AtomicInteger();
    try (Pool pool =
        Pool.open(
            4096,
            records -> {
              while (records.next()) {
                if ("empty".equals(records.kernelName())) {
                  kernels.incrementAndGet();
                }
              }
            })) {
      Roctracer.enableCallback(
          Domain.HIP_API, "hipModuleLaunchKernel", call -> told.incrementAndGet());
      pool.enable(Domain.HIP_OPS, "DISPATCH");
      load();
      for (int i = 0; i < 10; i++) {
        gpu.launchEmpty(counts, 1, 0);
      }
      gpu.synchronizeDevice(counts);
    }
    print("told", told);
    print("kernels", kernels);
  }

  /** The end of the JVM with a pool open; its threads do not keep the process. */
  private void exit(boolean halt) {
    load();
    Pool pool = Pool.open(4096, records -> print("delivered", records.size()));
    pool.enable(Domain.HIP_API, "hipGetDevice");
    Roctracer.enableCallback(Domain.HIP_API, "hipDeviceSynchronize", call -> {});
    call(7);
    if (halt) {
      Runtime.getRuntime().halt(3);
    }
    System.exit(4);
  }
}
