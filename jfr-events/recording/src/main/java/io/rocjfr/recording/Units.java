// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import java.util.Locale;

/** Numbers as people read them: three digits and a unit. */
public final class Units {
  private static final String[] TIME = {"us", "ms", "s"};
  private static final String[] BINARY = {"KiB", "MiB", "GiB", "TiB", "PiB"};
  private static final String[] RATE = {"B/s", "kB/s", "MB/s", "GB/s", "TB/s"};
  private static final long SECOND = 1_000_000_000L;

  private Units() {}

  public static String duration(long nanos) {
    if (nanos < 1000) {
      return nanos + " ns";
    }
    long seconds = nanos / SECOND;
    if (seconds >= 600) {
      return String.format(
          Locale.ROOT, "%d:%02d:%02d h", seconds / 3600, seconds / 60 % 60, seconds % 60);
    }
    return scaled(nanos / 1e3, 1000, TIME);
  }

  public static String bytes(long bytes) {
    return bytes < 1024 ? bytes + " B" : scaled(bytes / 1024.0, 1024, BINARY);
  }

  /** Decimal units, as bandwidths of memory and buses are given. */
  public static String bandwidth(double bytesPerSecond) {
    return Double.isNaN(bytesPerSecond) ? "-" : scaled(bytesPerSecond, 1000, RATE);
  }

  public static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** A count with its noun, in the plural unless it is 1. */
  public static String count(long count, String singular, String plural) {
    return count(count) + " " + (count == 1 ? singular : plural);
  }

  public static String share(double share) {
    return Double.isNaN(share) ? "-" : String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  private static String scaled(double value, int step, String[] units) {
    int unit = 0;
    // What would be printed as 1000 is 1 of the next unit.
    while (value >= step - 0.5 && unit < units.length - 1) {
      value /= step;
      unit++;
    }
    int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    return String.format(Locale.ROOT, "%." + decimals + "f %s", value, units[unit]);
  }
}
