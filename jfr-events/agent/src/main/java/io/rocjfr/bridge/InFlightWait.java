// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Waits, never for long, for work that was submitted before and has not been delivered: while there
 * is progress for at most 200 ms, without progress for 20 ms.
 */
final class InFlightWait {
  private static final int MOST_MILLIS = 200;
  private static final int LONGEST_MILLIS = 2000;
  private static final int WITHOUT_PROGRESS_MILLIS = 20;
  private static final int HOOKS_IN_A_ROW_MILLIS = 50;

  private final Tracer tracer;
  private final LongSupplier nanoClock;

  /**
   * For JFR's hooks. Where threads may wait for room, more is behind them, and it comes in larger
   * pieces; JFR is not held up for longer than LONGEST_MILLIS.
   */
  private final int mostMillis;

  private final int withoutProgressMillis;
  private volatile long waitedInVainAt;

  InFlightWait(Tracer tracer, LongSupplier nanoClock, int patience) {
    this.tracer = tracer;
    this.nanoClock = nanoClock;
    waitedInVainAt = nanoClock.getAsLong() - TimeUnit.SECONDS.toNanos(1);
    mostMillis =
        patience * Math.max(MOST_MILLIS, Math.min(LONGEST_MILLIS, tracer.longestWaitMillis()));
    withoutProgressMillis = mostMillis / (MOST_MILLIS / WITHOUT_PROGRESS_MILLIS);
  }

  /**
   * For JFR's hooks, of which it calls several in a row: where the first one waited in vain, the
   * others do not.
   *
   * @param drain has the rings emptied: a producer that waits for room must not wait for us
   * @param mostNanos the longest that the caller may wait
   */
  void await(Runnable drain, long mostNanos) {
    long most = Math.min(mostNanos, TimeUnit.MILLISECONDS.toNanos(mostMillis));
    long begin = nanoClock.getAsLong();
    if (begin - waitedInVainAt < TimeUnit.MILLISECONDS.toNanos(HOOKS_IN_A_ROW_MILLIS)) {
      return;
    }
    long before = tracer.inFlight();
    long progressAt = begin;
    long now = begin;
    while (before > 0
        && now - begin < most
        && now - progressAt < TimeUnit.MILLISECONDS.toNanos(withoutProgressMillis)) {
      drain.run();
      long after = tracer.quiesce(WITHOUT_PROGRESS_MILLIS / 4, WITHOUT_PROGRESS_MILLIS / 4);
      now = nanoClock.getAsLong();
      if (after < before) {
        progressAt = now;
      }
      before = after;
    }
    if (before > 0) {
      waitedInVainAt = nanoClock.getAsLong();
    }
  }
}
