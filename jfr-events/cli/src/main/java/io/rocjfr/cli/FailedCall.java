// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.util.Comparator;

/**
 * Calls of one function that failed in one way. The most frequent ones come first.
 *
 * @param error the error's name, empty in the row for all that a full table has no row for
 */
record FailedCall(String function, String error, long count) implements Comparable<FailedCall> {
  /** Between both in a key; in no name. */
  static final String SEPARATOR = "\n";

  private static final Comparator<FailedCall> ORDER =
      Comparator.comparingLong(FailedCall::count)
          .reversed()
          .thenComparing(FailedCall::function)
          .thenComparing(FailedCall::error);

  static FailedCall of(String key, long count) {
    int at = key.indexOf(SEPARATOR);
    return at < 0
        ? new FailedCall(key, "", count)
        : new FailedCall(key.substring(0, at), key.substring(at + 1), count);
  }

  @Override
  public int compareTo(FailedCall other) {
    return ORDER.compare(this, other);
  }
}
