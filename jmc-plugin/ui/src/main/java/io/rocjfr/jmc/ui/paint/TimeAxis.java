// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.paint;

import java.util.Locale;

/** Where the ticks of an axis of time are, and what stands at them. */
public final class TimeAxis {
  private static final int BETWEEN = 110;

  private TimeAxis() {}

  /** The distance of ticks in nanoseconds: 1, 2 or 5 times a power of ten. */
  static double step(long length, int width) {
    double wanted = (double) length * BETWEEN / Math.max(1, width);
    double power = Math.pow(10, Math.floor(Math.log10(Math.max(1, wanted))));
    for (int factor : new int[] {1, 2, 5}) {
      if (factor * power >= wanted) {
        return factor * power;
      }
    }
    return 10 * power;
  }

  /** With as many digits as ticks at this distance need: {@code 1.250 s}. */
  static String label(long offset, double step) {
    int digits = (int) Math.max(0, Math.ceil(9 - Math.log10(step) - 1e-9));
    return seconds(offset, Math.min(9, digits));
  }

  /** {@code 1.250 s}. */
  public static String seconds(long nanos, int digits) {
    return String.format(Locale.ROOT, "%,." + digits + "f s", nanos / 1e9);
  }

  /** What somebody typed: {@code 1.25}, {@code 1.25 s}, {@code 3 ms}; -1 if it is none of these. */
  public static long parse(String text) {
    String trimmed = text.trim().replace(",", "");
    String[] units = {"ns", "\u00b5s", "us", "ms", "s"};
    double[] nanos = {1, 1e3, 1e3, 1e6, 1e9};
    double unit = 1e9;
    for (int i = 0; i < units.length; i++) {
      if (trimmed.endsWith(units[i])) {
        unit = nanos[i];
        trimmed = trimmed.substring(0, trimmed.length() - units[i].length()).trim();
        break;
      }
    }
    try {
      double value = Double.parseDouble(trimmed) * unit;
      return value >= 0 && value < Long.MAX_VALUE ? Math.round(value) : -1;
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
