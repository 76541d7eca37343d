// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.figures.Distribution;

/** Dispatches of one kernel. */
final class Kernel {
  private final Distribution statistics = new Distribution();
  private String symbol = "";

  void add(long nanos, String dispatchSymbol) {
    statistics.add(nanos);
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
