// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.flame;

import io.rocjfr.figures.Units;

/** What the width of a flame graph's frames can be. */
public enum Quantity {
  KERNELS("GPU time of kernels", "gpu_time", "nanoseconds"),
  COPIES("GPU time of memory copies", "copy_time", "nanoseconds"),
  LAUNCHES("Kernel launches", "launches", "count"),
  WAITS("Time blocked in synchronisation", "wait_time", "nanoseconds"),
  MEMORY("GPU memory allocated and not freed", "live_bytes", "bytes");

  private final String title;
  private final String type;
  private final String unit;

  Quantity(String title, String type, String unit) {
    this.title = title;
    this.type = type;
    this.unit = unit;
  }

  public String title() {
    return title;
  }

  /** As in a profile of pprof. */
  public String type() {
    return type;
  }

  /** As in a profile of pprof. */
  public String unit() {
    return unit;
  }

  /** A value as people read it. */
  public String shown(long value) {
    return switch (unit) {
      case "nanoseconds" -> Units.duration(value);
      case "bytes" -> Units.bytes(value);
      default -> Units.count(value);
    };
  }
}
