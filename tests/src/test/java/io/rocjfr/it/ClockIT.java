// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Activity;
import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.LoadApp;
import io.rocjfr.harness.LoadCounts;
import io.rocjfr.harness.MonotonicTime;
import io.rocjfr.harness.OnEachJdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The GPU's clock is an hour off and drifts by 200 ppm, which is 2 ms in 10 s. What the recording
 * says is compared with the software GPU's own log, which knows the true times.
 */
@Isolated("it compares times of microseconds")
class ClockIT {
  private static final long TOLERANCE_NANOS = 5_000;
  private static final int KERNEL = 0;

  /** Of the times, these many may be further off: a busy machine interrupts readings of clocks. */
  private static final double FEW = 0.1;

  /** But none as far as without a correction of the drift, or of a part of it. */
  private static final long MOST_NANOS = 500_000;

  @TempDir Path folder;

  /** A line of the software GPU's log, in CLOCK_MONOTONIC. */
  private record Truth(int kind, long begin, long end) {
    static Truth parse(String line) {
      String[] parts = line.split(",", -1);
      return new Truth(
          Integer.parseInt(parts[0]), Long.parseLong(parts[3]), Long.parseLong(parts[4]));
    }
  }

  @OnEachJdk
  void knownGapsAndOrdersComeBack(Jdk jdk) throws Exception {
    Flight flight;
    List<Truth> truth;
    LoadCounts load;
    try (LoadApp app =
        new Jvm(jdk)
            .bothCompilers()
            .agent()
            .environment("SOFTGPU_CLOCK_OFFSET_NS", "3600000000000")
            .environment("SOFTGPU_CLOCK_DRIFT_PPM", "200")
            .startLoad()) {
      app.ask("jfr-start name=clock");
      app.ask("hip spin=100");
      load = app.load("gaps millis=10000 pause=5000");
      Path log = folder.resolve("work.csv");
      app.ask("work file=" + log);
      truth =
          Files.readAllLines(log).stream()
              .map(Truth::parse)
              .filter(work -> work.kind() == KERNEL)
              .toList();
      flight = app.stopRecording("clock", folder);
    }
    List<Activity> dispatches = flight.dispatches();
    assertThat(load.dispatches()).isGreaterThan(500);
    assertThat(truth).hasSize(Math.toIntExact(load.dispatches()));
    assertThat(dispatches).hasSameSizeAs(truth);

    MonotonicTime monotonic = new MonotonicTime(flight.of("load.ClockReference"));
    List<Long> errors = new ArrayList<>();
    List<Long> gapErrors = new ArrayList<>();
    for (int i = 0; i < truth.size(); i++) {
      long begin = monotonic.of(dispatches.get(i).beginNanos());
      long end = monotonic.of(dispatches.get(i).endNanos());
      errors.add(Math.abs(begin - truth.get(i).begin()));
      errors.add(Math.abs(end - truth.get(i).end()));
      if (i > 0) {
        long gap = dispatches.get(i).beginNanos() - dispatches.get(i - 1).endNanos();
        long trueGap = truth.get(i).begin() - truth.get(i - 1).end();
        gapErrors.add(Math.abs(gap - trueGap));
      }
    }
    System.out.printf(
        "ClockIT: %s, %d dispatches: at most %d ns off, gaps %d ns%n",
        jdk, truth.size(), Collections.max(errors), Collections.max(gapErrors));
    check("distance from the true time in ns", errors);
    check("error of a gap in ns", gapErrors);
  }

  private static void check(String what, List<Long> errors) {
    Collections.sort(errors);
    assertThat(errors.get((int) ((1 - FEW) * errors.size()))).as(what).isLessThan(TOLERANCE_NANOS);
    assertThat(errors.get(errors.size() - 1)).as(what).isLessThan(MOST_NANOS);
  }
}
