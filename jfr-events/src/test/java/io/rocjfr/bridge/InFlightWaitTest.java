// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class InFlightWaitTest {
  private static final int PIECES = 6;
  private static final int PAUSE_MILLIS = 80;

  private final FakeTracer tracer = new FakeTracer();
  private int drains;

  /** Waits for work whose records come one by one, with pauses; how much is left then. */
  private long leftAfterWaiting() {
    tracer.inFlight.set(PIECES);
    long begin = System.nanoTime();
    new InFlightWait(tracer)
        .await(
            () -> {
              drains++;
              long passed = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
              tracer.inFlight.set(Math.max(0, PIECES - passed / PAUSE_MILLIS));
            });
    return tracer.inFlight.get();
  }

  @Test
  void doesNotWaitLongForWhatDoesNotCome() {
    assertThat(leftAfterWaiting()).isPositive();
    assertThat(drains).as("drains while it waited").isGreaterThan(1);
  }

  /** A thread that reports finished work waits for room while others are drained. */
  @Test
  void waitsAsLongAsThreadsMayWaitForRoom() {
    tracer.longestWaitMillis = 10_000;
    assertThat(leftAfterWaiting()).isZero();
  }
}
