// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Whole numbers for parts that are none, which add up to the whole: the largest remainders gain.
 */
public final class WholeParts {
  private WholeParts() {}

  /**
   * Of each part its whole number or the next; the order breaks ties. Of parts whose sum is not the
   * whole, as in a damaged file, each gains or loses the same. The time is bounded by how many
   * parts there are, whatever is in them.
   *
   * @param parts none below 0; their sum is the whole but for what floating point loses
   */
  public static long[] of(double[] parts, long whole) {
    long[] all = new long[parts.length];
    long left = whole;
    for (int i = 0; i < parts.length; i++) {
      all[i] = (long) Math.max(0, parts[i]);
      left = saturatedSum(left, -all[i]);
    }
    if (left == 0 || parts.length == 0) {
      return all;
    }
    int[] byRemainder =
        IntStream.range(0, parts.length)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer i) -> all[i] - parts[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    if (left > 0) {
      add(all, byRemainder, left);
    } else {
      take(all, byRemainder, left == Long.MIN_VALUE ? Long.MAX_VALUE : -left);
    }
    return all;
  }

  /** No more than one each, unless floating point lost more. */
  private static void add(long[] all, int[] order, long left) {
    long each = left / all.length;
    long rest = left % all.length;
    for (int i = 0; i < order.length; i++) {
      all[order[i]] = saturatedSum(all[order[i]], each + (i < rest ? 1 : 0));
    }
  }

  /** From the last one on, round after round; what is 0 stays. */
  private static void take(long[] all, int[] order, long left) {
    long rounds = 0;
    for (long step = Long.highestOneBit(left); step > 0; step >>= 1) {
      if (rounds + step <= left && taken(all, rounds + step) <= left) {
        rounds += step;
      }
    }
    long rest = left - taken(all, rounds);
    for (int i = order.length - 1; i >= 0; i--) {
      long had = all[order[i]];
      long takes = Math.min(had, rounds);
      if (rest > 0 && had > takes) {
        takes++;
        rest--;
      }
      all[order[i]] = had - takes;
    }
  }

  private static long taken(long[] all, long rounds) {
    long sum = 0;
    for (long each : all) {
      sum = saturatedSum(sum, Math.min(each, rounds));
    }
    return sum;
  }

  private static long saturatedSum(long a, long b) {
    long sum = a + b;
    boolean overflows = ((a ^ sum) & (b ^ sum)) < 0;
    return overflows ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
  }
}
