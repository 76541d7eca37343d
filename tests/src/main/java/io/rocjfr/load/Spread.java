// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;

/** What was measured in several rounds: the median, and between which values half of them are. */
final class Spread {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private double[] values = {};

  /** Processor time of the calling thread, which other programs take nothing from. */
  static long nanosNow() {
    return THREADS.getCurrentThreadCpuTime();
  }

  void add(double value) {
    values = Arrays.copyOf(values, values.length + 1);
    values[values.length - 1] = value;
  }

  /** How much more these were than others, round by round. */
  Spread less(Spread other) {
    Spread difference = new Spread();
    for (int i = 0; i < values.length; i++) {
      difference.add(values[i] - other.values[i]);
    }
    return difference;
  }

  double median() {
    return quantile(0.5);
  }

  private double quantile(double part) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(int) Math.round(part * (sorted.length - 1))];
  }

  /** In nanoseconds, with its quartiles, and in readings of the clock. */
  String inClocks(Spread clock) {
    return String.format(
        Locale.ROOT,
        "%9.1f ns [%9.1f, %9.1f] %8.2f clocks",
        median(),
        quantile(0.25),
        quantile(0.75),
        median() / clock.median());
  }
}
