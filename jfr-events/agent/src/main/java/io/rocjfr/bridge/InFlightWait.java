// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Waits, never for long, for work that was submitted before and has not been delivered. It first
 * has HIP report what has finished. While there is progress it waits for 200 ms at most; without
 * progress, where all that is left still runs, for 20 ms. For work that has finished and that HIP
 * has yet to report it waits longer, 1.5 s at most: but not for what is submitted meanwhile.
 */
final class InFlightWait {
  private static final int MOST_MILLIS = 200;
  private static final int LONGEST_MILLIS = 2000;
  private static final int REPORTS_MILLIS = 1500;
  private static final int WITHOUT_PROGRESS_MILLIS = 20;
  private static final int PAUSE_MILLIS = WITHOUT_PROGRESS_MILLIS / 4;

  private final Tracer tracer;
  private final LongSupplier nanoClock;

  /**
   * Where threads may wait for room, more is behind them, and it comes in larger pieces; nobody is
   * held up for longer than LONGEST_MILLIS.
   */
  private final long mostNanos;

  private final long withoutProgressNanos;
  private final long reportsNanos;

  InFlightWait(Tracer tracer, LongSupplier nanoClock, int patience) {
    this.tracer = tracer;
    this.nanoClock = nanoClock;
    int mostMillis =
        patience * Math.max(MOST_MILLIS, Math.min(LONGEST_MILLIS, tracer.longestWaitMillis()));
    mostNanos = nanos(mostMillis);
    withoutProgressNanos = nanos(mostMillis / (MOST_MILLIS / WITHOUT_PROGRESS_MILLIS));
    reportsNanos = nanos(patience * REPORTS_MILLIS);
  }

  private static long nanos(int millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /**
   * For those who want the records.
   *
   * @param drain has the rings emptied: a producer that waits for room must not wait for us
   * @param callersNanos the longest that the caller may wait
   * @return whether nothing is in flight any more
   */
  boolean await(Runnable drain, long callersNanos) {
    return await(drain, callersNanos, null) == 0;
  }

  /**
   * For who removes the hook.
   *
   * @param goesOn false: it need not be removed any more
   */
  void await(BooleanSupplier goesOn) {
    await(null, Long.MAX_VALUE, goesOn);
  }

  /** Returns what is still in flight. */
  private long await(Runnable drain, long callersNanos, BooleanSupplier goesOn) {
    long left = tracer.inFlight();
    if (left == 0) {
      return 0;
    }
    PendingWork first = tracer.pendingWork();
    long asked = tracer.askReports();
    long begin = nanoClock.getAsLong();
    long progressAt = begin;
    long now = begin;
    while (left > 0 && now - begin < callersNanos && (goesOn == null || goesOn.getAsBoolean())) {
      boolean toCome = tracer.reportsToCome(asked);
      if (toCome) {
        progressAt = now;
      }
      long most = toCome && now - begin >= mostNanos && lacks(first) ? reportsNanos : mostNanos;
      if (now - begin >= most || now - progressAt >= withoutProgressNanos) {
        break;
      }
      if (drain != null) {
        drain.run();
      }
      long after = tracer.quiesce(PAUSE_MILLIS, PAUSE_MILLIS);
      now = nanoClock.getAsLong();
      if (after < left) {
        progressAt = now;
      }
      left = after;
    }
    return left;
  }

  /** Whether fewer pieces were reported since than were pending then. */
  private boolean lacks(PendingWork then) {
    return tracer.pendingWork().reported() - then.reported() < then.hipPieces();
  }
}
