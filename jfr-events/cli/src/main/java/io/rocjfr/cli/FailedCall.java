// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.figures.BoundedTable;
import java.util.Comparator;

/**
 * Calls of one function that failed in one way. The most frequent ones come first.
 *
 * @param error the error's name, empty in the row for all that a full table has no row for
 */
record FailedCall(String function, String error, long count) implements Comparable<FailedCall> {
  private static final String SEPARATOR = ":";

  private static final Comparator<FailedCall> ORDER =
      Comparator.comparingLong(FailedCall::count)
          .reversed()
          .thenComparing(FailedCall::function)
          .thenComparing(FailedCall::error);

  /** Both names in one, whatever is in them: the length of the first goes before. */
  static String key(String function, String error) {
    return function.length() + SEPARATOR + function + error;
  }

  static FailedCall of(String key, long count) {
    if (key.equals(BoundedTable.OTHERS)) {
      return new FailedCall(key, "", count);
    }
    int from = key.indexOf(SEPARATOR) + 1;
    int end = from + Integer.parseInt(key, 0, from - 1, 10);
    return new FailedCall(key.substring(from, end), key.substring(end), count);
  }

  @Override
  public int compareTo(FailedCall other) {
    return ORDER.compare(this, other);
  }
}
