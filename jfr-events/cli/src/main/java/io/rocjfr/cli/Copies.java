// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.figures.Distribution;

/** Copies in one direction. */
final class Copies {
  private final Distribution statistics = new Distribution();
  private long bytes;

  void add(long nanos, long copyBytes) {
    statistics.add(nanos);
    bytes += Math.max(copyBytes, 0);
  }

  Distribution statistics() {
    return statistics;
  }

  long bytes() {
    return bytes;
  }

  /** While a copy ran; NaN without copies or sizes. */
  double bytesPerSecond() {
    return bytes == 0 || statistics.total() == 0 ? Double.NaN : bytes * 1e9 / statistics.total();
  }
}
