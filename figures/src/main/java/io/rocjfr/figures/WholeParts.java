// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Whole numbers for parts that are none, which add up to the whole: the largest remainders gain.
 */
public final class WholeParts {
  private WholeParts() {}

  /**
   * Of each part its whole number or the next; the order breaks ties.
   *
   * @param parts none below 0; their sum is the whole but for what floating point loses
   */
  public static long[] of(double[] parts, long whole) {
    long[] all = new long[parts.length];
    long left = whole;
    for (int i = 0; i < parts.length; i++) {
      all[i] = (long) Math.max(0, parts[i]);
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
    for (int i = 0; left > 0; i = (i + 1) % parts.length, left--) {
      all[byRemainder.get(i)]++;
    }
    for (int i = parts.length - 1; left < 0; i = (i + parts.length - 1) % parts.length) {
      if (all[byRemainder.get(i)] > 0) {
        all[byRemainder.get(i)]--;
        left++;
      }
    }
    return all;
  }
}
