// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.Arrays;
import java.util.Collection;

/**
 * Count, total and distribution of durations in nanoseconds or of other numbers that are not
 * negative, in bounded memory. Percentiles are exact for a few values, and for more no further than
 * 0.1 % from an exact one. What has no value, as work whose times nobody told, is in {@link
 * #count()} only. For one thread at a time.
 */
public final class Distribution {
  /** Ranges are gathered per parent, mostly a few at a time: those need no histogram. */
  private static final int FEW = 16;

  /** With a value. */
  private long count;

  private long untimed;
  private long total;
  private long min = Long.MAX_VALUE;
  private long max;
  private long[] few;
  private Histogram histogram;

  /** Of how long these lasted. */
  public static Distribution of(Collection<? extends Timed> all) {
    Distribution distribution = new Distribution();
    all.forEach(one -> distribution.add(one.nanos()));
    return distribution;
  }

  /** Adds a value; one below 0 counts as 0. */
  public void add(long nanos) {
    long value = Math.max(nanos, 0);
    if (histogram == null && count == FEW) {
      useHistogram();
    }
    if (histogram != null) {
      histogram.add(value);
    } else {
      if (few == null || count == few.length) {
        few = few == null ? new long[2] : Arrays.copyOf(few, FEW);
      }
      few[(int) count] = value;
    }
    count++;
    total += value;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }

  /** Counts one whose value is not known. */
  public void addUntimed() {
    untimed++;
  }

  /** Adds all values of another one. */
  public void add(Distribution other) {
    untimed += other.untimed;
    if (other.histogram == null) {
      for (int i = 0; i < other.count; i++) {
        add(other.few[i]);
      }
      return;
    }
    if (histogram == null) {
      useHistogram();
    }
    histogram.add(other.histogram);
    count += other.count;
    total += other.total;
    min = Math.min(min, other.min);
    max = Math.max(max, other.max);
  }

  /** How many there are, with and without a value. */
  public long count() {
    return count + untimed;
  }

  /** How many have a value: those that all the other figures are of. */
  public long timedCount() {
    return count;
  }

  /** Whether there are some, and none has a value: the other figures are not known. */
  public boolean isUntimed() {
    return count == 0 && untimed > 0;
  }

  public long total() {
    return total;
  }

  /** The least value, 0 without values. */
  public long min() {
    return count == 0 ? 0 : min;
  }

  /** The greatest value, 0 without values. */
  public long max() {
    return max;
  }

  /** The mean, rounded; 0 without values. */
  public long average() {
    return count == 0 ? 0 : Math.round((double) total / count);
  }

  /**
   * The smallest value that no less than this percentage of all values do not exceed; 0 without
   * values.
   */
  public long percentile(double percentage) {
    if (count == 0) {
      return 0;
    }
    long rank = Percentiles.rank(percentage, count);
    if (histogram != null) {
      return Math.max(min, Math.min(max, histogram.valueAt(rank)));
    }
    long[] sorted = Arrays.copyOf(few, (int) count);
    Arrays.sort(sorted);
    return sorted[(int) rank - 1];
  }

  private void useHistogram() {
    histogram = new Histogram();
    for (int i = 0; i < count; i++) {
      histogram.add(few[i]);
    }
    few = null;
  }
}
