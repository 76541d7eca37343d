// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static io.rocjfr.harness.FlightAssert.assertFlight;
import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Activity;
import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.LoadApp;
import io.rocjfr.harness.LoadCounts;
import io.rocjfr.harness.OnEachJdk;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;

/** 8 threads with 10,000 mixed operations each, on 4 streams, and a drain that is slowed down. */
class MixedLoadIT {
  private static final int THREADS = 8;
  private static final int OPERATIONS = 10_000;
  private static final int LAUNCHERS = 8;

  /** HIP waits for the GPU once a stream has some 30 launches that have not begun. */
  private static final int LAUNCHES = 8;

  @TempDir Path folder;

  private LoadCounts run;
  private LoadCounts total;

  /**
   * A round of the slowed drain, over all threads' rings, may last longer than the default wait.
   */
  @OnEachJdk
  void losslessKeepsEachOperationOnce(Jdk jdk) {
    Flight flight =
        record(
            new Jvm(jdk)
                .bothCompilersIfWhole()
                .agent("ring=16k", "lossless=true", "lossless-wait=10000"),
            5);

    assertThat(flight.lostRecords()).as("losses").isEmpty();
    assertFlight(flight).holdsExactly(total).holdsEachOperationOnce(run).joinsWorkToCalls();
    assertThat(run.operations()).isEqualTo(THREADS * OPERATIONS);
    checkStreamsAndThreads(flight);
  }

  @OnEachJdk
  void dropModeCountsWhatItDrops(Jdk jdk) {
    Flight flight = record(new Jvm(jdk).bothCompilersIfWhole().agent("ring=4k"), 50);

    assertThat(flight.lostRecords().values().stream().mapToLong(Long::longValue).sum())
        .as("lost records")
        .isPositive();
    assertThat(flight.lostRecords().keySet())
        .as("causes")
        .allMatch(cause -> cause.endsWith("/ringFull"));
    assertThat(flight.records() + flight.allLostRecords())
        .as("recorded %d + lost %s", flight.records(), flight.lostRecords())
        .isEqualTo(total.records());
  }

  private Flight record(Jvm jvm, int listenerSleepMillis) {
    int seed = ThreadLocalRandom.current().nextInt(1_000_000);
    System.out.println("MixedLoadIT: seed=" + seed);
    try (LoadApp load = jvm.startLoad()) {
      load.ask("listen sleep=" + listenerSleepMillis);
      load.ask("jfr-start name=all");
      load.ask("hip");
      run =
          load.load("run threads=%d ops=%d streams=4 seed=%d".formatted(THREADS, OPERATIONS, seed));
      LoadCounts ended =
          load.load("launchers threads=%d launches=%d".formatted(LAUNCHERS, LAUNCHES));
      assertThat(ended.get("begunBeforeTheirThreadsEnded")).isZero();
      total = load.total();
      return load.stopRecording("all", folder);
    }
  }

  private static void checkStreamsAndThreads(Flight flight) {
    assertThat(flight.dispatches().stream().map(d -> d.number("stream")).distinct())
        .as("streams")
        .hasSize(4);
    assertThat(flight.dispatches()).allMatch(d -> d.number("device") == 0);
    // Work carries the thread that submitted it, though that has ended.
    var byLauncher =
        flight.dispatches().stream()
            .filter(dispatch -> dispatch.threadName().startsWith("launcher-"))
            .collect(Collectors.groupingBy(Activity::threadName, Collectors.counting()));
    assertThat(byLauncher)
        .hasSize(LAUNCHERS)
        .allSatisfy((name, n) -> assertThat(n).isEqualTo(LAUNCHES));
    assertThat(flight.calls())
        .filteredOn(call -> call.externalId() != 0)
        .allMatch(call -> call.threadName().startsWith("load-1-"))
        .allMatch(call -> call.javaThreadId() > 1 && call.osThreadId() > 0);
  }
}
