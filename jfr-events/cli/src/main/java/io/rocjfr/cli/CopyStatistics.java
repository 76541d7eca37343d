// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.figures.Distribution;

/** Copies in one direction. */
final class CopyStatistics {
  private final Distribution statistics = new Distribution();
  private long bytes;
  private long timedBytes;

  /** Adds one; less than 0 nanoseconds: nobody told how long it took. */
  void add(long nanos, long copyBytes) {
    bytes += Math.max(copyBytes, 0);
    if (nanos < 0) {
      statistics.addUntimed();
    } else {
      statistics.add(nanos);
      timedBytes += Math.max(copyBytes, 0);
    }
  }

  Distribution statistics() {
    return statistics;
  }

  long bytes() {
    return bytes;
  }

  /** While a copy ran whose times are known; NaN without such copies or sizes. */
  double bytesPerSecond() {
    return timedBytes == 0 || statistics.total() == 0
        ? Double.NaN
        : timedBytes * 1e9 / statistics.total();
  }
}
