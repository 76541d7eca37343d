// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.cli.flame.Quantity;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** What flame and top are about. */
final class FlameOptions {
  @ArgGroup(exclusive = true)
  private Which which;

  private static final class Which {
    @Option(names = "--copies", description = "GPU time of memory copies.")
    private boolean copies;

    @Option(names = "--launches", description = "How many kernels were launched.")
    private boolean launches;

    @Option(names = "--waits", description = "Time that calls waited for the GPU.")
    private boolean waits;

    @Option(names = "--memory", description = "GPU memory allocated and not freed at the end.")
    private boolean memory;
  }

  Quantity quantity() {
    if (which == null) {
      return Quantity.KERNELS;
    }
    return which.copies
        ? Quantity.COPIES
        : which.launches
            ? Quantity.LAUNCHES
            : which.waits ? Quantity.WAITS : which.memory ? Quantity.MEMORY : Quantity.KERNELS;
  }
}
