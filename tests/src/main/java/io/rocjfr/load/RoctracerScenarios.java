// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import io.rocjfr.Roctx;
import io.rocjfr.roctracer.ActivityRecords;
import io.rocjfr.roctracer.Domain;
import io.rocjfr.roctracer.ExternalId;
import io.rocjfr.roctracer.Overflow;
import io.rocjfr.roctracer.Pool;
import io.rocjfr.roctracer.Roctracer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A program under test: does with {@code io.rocjfr.roctracer} what its argument names, and prints
 * {@code name=value} for what it saw.
 */
public final class RoctracerScenarios extends RoctracerProgram {
  private RoctracerScenarios() {}

  /** Runs a scenario. */
  public static void main(String[] arguments) {
    RoctracerScenarios scenarios = new RoctracerScenarios();
    RoctracerStress stress = new RoctracerStress();
    switch (arguments[0]) {
      case "statuses" -> scenarios.statuses();
      case "ids" -> scenarios.ids();
      case "virtual" -> scenarios.virtual();
      case "startStop" -> scenarios.startStop();
      case "drop" -> stress.stuck(Overflow.DROP);
      case "wait" -> stress.stuck(Overflow.WAIT_BRIEFLY);
      case "slow" -> stress.slow();
      case "throwing" -> stress.throwing();
      case "inside" -> stress.inside();
      case "torn" -> stress.torn();
      case "garbage" -> stress.garbage();
      case "threads" -> stress.threads();
      case "late" -> scenarios.late();
      case "exit" -> scenarios.exit(false);
      case "halt" -> scenarios.exit(true);
      default -> throw new IllegalArgumentException(arguments[0]);
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

  /** Two virtual threads on one carrier, each with an id of its own around a call. */
  @SuppressWarnings("try") // the id is there to be popped
  private void virtual() {
    load();
    Map<Long, Integer> seen = new ConcurrentHashMap<>();
    try (Pool pool =
        Pool.open(
            4096,
            records -> {
              while (records.next()) {
                if (records.domain() == Domain.EXT_API) {
                  seen.merge(records.externalId(), 1, Integer::sum);
                }
              }
            })) {
      pool.enable(Domain.HIP_API, "hipGetDevice");
      List<Thread> threads = new ArrayList<>();
      for (long id = 1; id <= 2; id++) {
        long own = id;
        Runnable calls =
            () -> {
              for (int i = 0; i < 10; i++) {
                try (ExternalId external = Roctracer.externalId(own)) {
                  LockSupport.parkNanos(1); // the other one has the carrier now
                  call(1);
                }
                call(1);
              }
            };
        threads.add(LoadThreads.start(true, "virtual", calls));
      }
      threads.forEach(LoadThreads::join);
    }
    print("seen", String.valueOf(new TreeMap<>(seen)));
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
