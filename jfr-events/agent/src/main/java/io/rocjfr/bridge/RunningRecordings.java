// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * Whether recordings run. JFR tells of each start and stop on the thread that makes it, so a stop
 * may be told after a later start. Such a stop is left out. Any thread.
 */
final class RunningRecordings {
  private static final long NONE = 1;
  private static final long LAPSED = 2;
  private static final long START = 4;

  /** The number of starts, and two bits. Until JFR tells: some may run. */
  private final AtomicLong state = new AtomicLong();

  /** A recording has started. */
  void started() {
    long now = state.get();
    while (!state.compareAndSet(now, (now & ~NONE) + START)) {
      now = state.get();
    }
  }

  /**
   * A recording has ended.
   *
   * @param anyRuns whether another one runs
   */
  void ended(BooleanSupplier anyRuns) {
    long before = state.get();
    if (!anyRuns.getAsBoolean()) {
      state.compareAndSet(before, before | NONE | LAPSED);
    }
  }

  boolean any() {
    return (state.get() & NONE) == 0;
  }

  /** Whether there was a time without a recording since this was last asked. */
  boolean takeLapse() {
    long now = state.get();
    while ((now & LAPSED) != 0) { // no lambda: the first one in a JVM takes 20 ms
      if (state.compareAndSet(now, now & ~LAPSED)) {
        return true;
      }
      now = state.get();
    }
    return false;
  }
}
