// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Whole numbers for parts that are none, which add up to the whole: the largest remainders gain.
 */
public final class LargestRemainder {
  private LargestRemainder() {}

  /**
   * Of each part its whole number or the next; the order breaks ties. They add up to the whole, or
   * to 0 where that is negative, whatever the parts are: in a damaged file their sum may be any.
   * What is too much for the whole is taken from the last ones; what is missing is shared by all.
   *
   * @param parts none below 0; their sum is the whole but for what floating point loses
   */
  public static long[] of(double[] parts, long whole) {
    long[] all = new long[parts.length];
    long left = Math.max(0, whole);
    for (int i = 0; i < parts.length; i++) {
      all[i] = Math.min((long) Math.max(0, parts[i]), left);
      left -= all[i];
    }
    if (left == 0 || parts.length == 0) {
      return all;
    }
    List<Integer> byRemainder =
        IntStream.range(0, parts.length)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer i) -> all[i] - parts[i]))
            .toList();
    // No more than one each, unless floating point lost more.
    long each = left / parts.length;
    long rest = left % parts.length;
    for (int i = 0; i < parts.length; i++) {
      all[byRemainder.get(i)] += each + (i < rest ? 1 : 0);
    }
    return all;
  }
}
