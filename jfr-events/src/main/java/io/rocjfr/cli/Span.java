// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

/** From the first to the last instant of something, in nanoseconds of the epoch. */
final class Span {
  private long begin = Long.MAX_VALUE;
  private long end = Long.MIN_VALUE;

  void include(long from, long to) {
    begin = Math.min(begin, from);
    end = Math.max(end, to);
  }

  boolean isEmpty() {
    return begin > end;
  }

  long begin() {
    return begin;
  }

  long end() {
    return end;
  }

  long nanos() {
    return isEmpty() ? 0 : end - begin;
  }
}
