// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

/** What a percentile is: the smallest value that no less than so many percent do not exceed. */
public final class Percentiles {
  private Percentiles() {}

  /** The rank of the value, of which there is at least one; the least has rank 1. */
  public static long rank(double percentage, long count) {
    return Math.max(1, (long) Math.ceil(percentage / 100 * count));
  }
}
