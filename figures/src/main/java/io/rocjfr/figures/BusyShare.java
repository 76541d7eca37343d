// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import io.rocjfr.figures.Intervals.Interval;

/** How busy something was, over time. */
public final class BusyShare {
  private BusyShare() {}

  /** The share of each of {@code slots} equal parts from begin to end in which it was busy. */
  public static double[] of(Intervals busy, long begin, long end, int slots) {
    double[] shares = new double[slots];
    double width = (double) (end - begin) / slots;
    if (width <= 0) {
      return shares;
    }
    for (Interval interval : busy.list()) {
      double from = Math.max(0, (interval.begin() - begin) / width);
      double to = Math.min(slots, (interval.end() - begin) / width);
      for (int slot = (int) from; slot < to; slot++) {
        shares[slot] += Math.max(0, Math.min(to, slot + 1) - Math.max(from, slot));
      }
    }
    return shares;
  }
}
