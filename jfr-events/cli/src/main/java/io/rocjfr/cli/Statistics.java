// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.util.Arrays;
import org.HdrHistogram.PackedHistogram;

/**
 * Count, total and distribution of durations in nanoseconds, in bounded memory. Percentiles are
 * exact for a few values, and for more no further than 0.1 % from an exact one.
 */
final class Statistics {
  /** Ranges are gathered per parent, mostly a few at a time: those need no histogram. */
  private static final int FEW = 16;

  private static final int DIGITS = 3;

  private long count;
  private long total;
  private long min = Long.MAX_VALUE;
  private long max;
  private long[] few = new long[2];
  private PackedHistogram histogram;

  void add(long nanos) {
    long value = Math.max(nanos, 0);
    if (histogram == null && count == FEW) {
      histogram = new PackedHistogram(DIGITS);
      for (long early : few) {
        histogram.recordValue(early);
      }
      few = null;
    }
    if (histogram != null) {
      histogram.recordValue(value);
    } else {
      if (count == few.length) {
        few = Arrays.copyOf(few, FEW);
      }
      few[(int) count] = value;
    }
    count++;
    total += value;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }

  void add(Statistics other) {
    if (other.histogram == null) {
      for (int i = 0; i < other.count; i++) {
        add(other.few[i]);
      }
      return;
    }
    if (histogram == null) {
      histogram = new PackedHistogram(DIGITS);
      for (int i = 0; i < count; i++) {
        histogram.recordValue(few[i]);
      }
      few = null;
    }
    histogram.add(other.histogram);
    count += other.count;
    total += other.total;
    min = Math.min(min, other.min);
    max = Math.max(max, other.max);
  }

  long count() {
    return count;
  }

  long total() {
    return total;
  }

  long min() {
    return count == 0 ? 0 : min;
  }

  long max() {
    return max;
  }

  long average() {
    return count == 0 ? 0 : Math.round((double) total / count);
  }

  /** The smallest value that no less than this percentage of all values do not exceed. */
  long percentile(double percentage) {
    if (count == 0) {
      return 0;
    }
    if (histogram != null) {
      return Math.max(min, Math.min(max, histogram.getValueAtPercentile(percentage)));
    }
    long[] sorted = Arrays.copyOf(few, (int) count);
    Arrays.sort(sorted);
    int rank = (int) Math.ceil(percentage / 100 * count);
    return sorted[Math.max(rank, 1) - 1];
  }
}
