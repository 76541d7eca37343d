// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

/** From the first to the last instant of something, in nanoseconds of the epoch. */
public final class Span {
  private long begin = Long.MAX_VALUE;
  private long end = Long.MIN_VALUE;

  public void include(long from, long to) {
    begin = Math.min(begin, from);
    end = Math.max(end, to);
  }

  public boolean isEmpty() {
    return begin > end;
  }

  public long begin() {
    return begin;
  }

  public long end() {
    return end;
  }

  public long nanos() {
    return isEmpty() ? 0 : end - begin;
  }
}
