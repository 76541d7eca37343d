// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import com.sun.management.ThreadMXBean;
import io.rocjfr.roctracer.Domain;
import io.rocjfr.roctracer.Overflow;
import io.rocjfr.roctracer.Phase;
import io.rocjfr.roctracer.Pool;
import io.rocjfr.roctracer.Roctracer;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Consumers that are stuck, slow, throw or call back, and what remains of them. */
final class RoctracerStress extends RoctracerProgram {
  /** The consumer does not return until all calls were made. */
  void stuck(Overflow overflow) {
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
      latch.await(10, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The consumer is slow: threads wait for it, and what is dropped all the same is counted. */
  void slow() {
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

  void throwing() {
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
  void inside() {
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
    flushWhileClosed();
    print("failures", Roctracer.callbackFailures());
    closeInside();
  }

  /** What the last delivery does, which close() makes. */
  private void flushWhileClosed() {
    AtomicInteger recorded = new AtomicInteger();
    Pool[] holder = new Pool[1];
    holder[0] =
        Pool.open(
            4096,
            records -> {
              holder[0].flush();
              holder[0].close();
              recorded.addAndGet(records.size());
            });
    holder[0].enable(Domain.HIP_API, "hipGetDevice");
    call(7);
    holder[0].close();
    print("recordedByClose", recorded);
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
  void torn() {
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
  void garbage() {
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
  void threads() {
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
}
