// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * The time since 1970 that belongs to CLOCK_MONOTONIC. It follows NTP, in steps only where it is
 * visibly off: durations come from elsewhere. For one thread.
 */
final class EpochClock {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** Of so many readings the tightest counts: between two the thread may be preempted. */
  private static final int READINGS = 5;

  private static final long VISIBLE = 50_000L;

  private final LongSupplier monotonic;
  private final InstantSource wall;
  private long offset;
  private boolean known;

  EpochClock() {
    this(new NanoClock(), InstantSource.system()); // no lambda: at the start it takes 2 ms
  }

  EpochClock(LongSupplier monotonic, InstantSource wall) {
    this.monotonic = monotonic;
    this.wall = wall;
  }

  /** Looks at both clocks. */
  void sample() {
    long width = Long.MAX_VALUE;
    long tightest = 0;
    for (int i = 0; i < READINGS; i++) {
      long before = monotonic.getAsLong();
      Instant instant = wall.instant();
      long wide = monotonic.getAsLong() - before;
      if (wide < width) {
        width = wide;
        tightest =
            instant.getEpochSecond() * NANOS_PER_SECOND + instant.getNano() - (before + wide / 2);
      }
    }
    if (!known || Math.abs(tightest - offset) > VISIBLE + width / 2) {
      offset = tightest;
      known = true;
    }
  }

  long convert(long time) {
    return time + offset;
  }
}
