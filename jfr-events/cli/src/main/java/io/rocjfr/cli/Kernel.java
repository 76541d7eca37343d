// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.figures.Distribution;

/** Dispatches of one kernel. */
final class Kernel {
  private final Distribution statistics = new Distribution();
  private String symbol = "";

  /** Adds one; less than 0 nanoseconds: nobody told how long it took. */
  void add(long nanos, String dispatchSymbol) {
    if (nanos < 0) {
      statistics.addUntimed();
    } else {
      statistics.add(nanos);
    }
    if (symbol.isEmpty()) {
      symbol = dispatchSymbol;
    }
  }

  Distribution statistics() {
    return statistics;
  }

  /** The mangled name, or "". */
  String symbol() {
    return symbol;
  }
}
