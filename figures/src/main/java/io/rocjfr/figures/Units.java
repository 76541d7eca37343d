// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.Locale;

/**
 * Numbers as people read them, in reports and on pages alike: three digits and a unit. Bytes are
 * counted in powers of 1024 (KiB, MiB, GiB), as JDK Mission Control does; bandwidths in decimal
 * units.
 */
public final class Units {
  private static final String[] TIME = {"\u03bcs", "ms", "s"};
  private static final String[] BINARY = {"KiB", "MiB", "GiB", "TiB", "PiB"};
  private static final String[] RATE = {"B/s", "kB/s", "MB/s", "GB/s", "TB/s"};
  private static final long SECOND = 1_000_000_000L;

  private Units() {}

  /** {@code 4.20 ms}; from ten minutes on {@code 0:10:00 h}. */
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

  /** {@code 64.0 MiB}. */
  public static String bytes(long bytes) {
    return bytes < 1024 ? bytes + " B" : scaled(bytes / 1024.0, 1024, BINARY);
  }

  /** Decimal units, as bandwidths of memory and buses are given. */
  public static String bandwidth(double bytesPerSecond) {
    return Double.isNaN(bytesPerSecond) ? "-" : scaled(bytesPerSecond, 1000, RATE);
  }

  /** {@code 196,200}. */
  public static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** A count with its noun, in the plural unless it is 1. */
  public static String count(long count, String singular, String plural) {
    return count(count) + " " + (count == 1 ? singular : plural);
  }

  /** A fraction of 1 as {@code 66.1 %}; {@code -} if it is no number. */
  public static String share(double share) {
    return Double.isNaN(share) ? "-" : String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  /** The share that a part has in a whole; no number where there is no whole. */
  public static double share(long part, long whole) {
    return whole <= 0 ? Double.NaN : (double) part / whole;
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
