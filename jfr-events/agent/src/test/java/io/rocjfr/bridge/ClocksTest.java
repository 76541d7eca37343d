// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClocksTest {
  private static final long HOUR = 3_600_000_000_000L;

  /** ROCr's clock goes on while the machine sleeps, CLOCK_MONOTONIC does not. */
  @Test
  void aSleepBetweenTwoSamplesIsNoticedByWhatWasRecordedAfterIt() {
    FakeTracer tracer = new FakeTracer();
    Clocks clocks = new Clocks(tracer);
    clocks.calibrate(true);
    long before = System.nanoTime();
    assertThat(clocks.toMonotonic(before)).isBetween(before - 100_000, before + 100_000);

    tracer.gpuClock = t -> t + HOUR;
    long after = System.nanoTime();
    assertThat(clocks.toMonotonic(after + HOUR)).isBetween(before, System.nanoTime());
    assertThat(clocks.toMonotonic(before)).as("what was converted").isLessThanOrEqualTo(after);
    long later = System.nanoTime();
    assertThat(clocks.toMonotonic(later + HOUR)).isBetween(later - 1_000_000, later + 1_000_000);
  }
}
