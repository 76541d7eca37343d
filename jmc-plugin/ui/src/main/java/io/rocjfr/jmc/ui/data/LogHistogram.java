// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import io.rocjfr.figures.Distribution;
import java.util.List;

/** How many values there are of each size, on a logarithmic axis. */
public final class LogHistogram {
  /** Which steps an axis has. */
  public enum Axis {
    /** Ten bars to a power of ten, for times. */
    TENS(10, 10),
    /** A bar to a power of two, for bytes. */
    TWOS(2, 1);

    private final int base;
    private final int bars;

    Axis(int base, int bars) {
      this.base = base;
      this.bars = bars;
    }

    private double place(long value) {
      return bars * Math.log((double) value) / Math.log(base);
    }

    private double lower(int bucket) {
      double exact = Math.pow(base, (double) bucket / bars);
      return bucket % bars == 0 ? Math.rint(exact) : exact;
    }

    private int bucket(long value) {
      int guess = (int) Math.floor(place(value));
      // What lies on a border is in the bar that begins there, whatever the logarithm rounded.
      return lower(guess + 1) <= value ? guess + 1 : lower(guess) > value ? guess - 1 : guess;
    }
  }

  /** What is marked on the axis. */
  public static final List<Integer> PERCENTILES = List.of(50, 90, 99, 100);

  private final Axis axis;
  private final int first;
  private final long[][] counts;
  private final Distribution all = new Distribution();

  /**
   * Counts the values of some groups, of which each has bars of its own.
   *
   * @param groups values that are not negative; those below 1 count as 1
   */
  public LogHistogram(Axis axis, List<long[]> groups) {
    this.axis = axis;
    long min = Long.MAX_VALUE;
    long max = 1;
    for (long[] values : groups) {
      for (long value : values) {
        all.add(value);
        min = Math.min(min, Math.max(1, value));
        max = Math.max(max, value);
      }
    }
    first = all.count() == 0 ? 0 : axis.bucket(min);
    int bars = all.count() == 0 ? 0 : axis.bucket(max) - first + 1;
    counts = new long[groups.size()][bars];
    for (int group = 0; group < counts.length; group++) {
      for (long value : groups.get(group)) {
        counts[group][axis.bucket(Math.max(1, value)) - first]++;
      }
    }
  }

  /** How many bars there are. */
  public int bars() {
    return counts.length == 0 ? 0 : counts[0].length;
  }

  /** How many values of a group are in a bar. */
  public long count(int group, int bar) {
    return counts[group][bar];
  }

  public int groups() {
    return counts.length;
  }

  /** The highest bar, of all groups together. */
  public long highest() {
    long highest = 0;
    for (int bar = 0; bar < bars(); bar++) {
      long sum = 0;
      for (long[] group : counts) {
        sum += group[bar];
      }
      highest = Math.max(highest, sum);
    }
    return highest;
  }

  /** The least value of a bar; of the one behind the last, where that ends. */
  public double lower(int bar) {
    return axis.lower(first + bar);
  }

  /** Whether a bar begins at a power of the axis's base. */
  public boolean isPower(int bar) {
    return (first + bar) % axis.bars == 0;
  }

  /** Where a value is on the axis: 0 at the left of the first bar, 1 for each bar. */
  public double position(long value) {
    return axis.place(Math.max(1, value)) - first;
  }

  /** Of all values. */
  public Distribution distribution() {
    return all;
  }
}
