// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

/** The setting {@code rocjfr.HipApi#operations}: the functions that are recorded. */
public final class OperationsSetting extends GlobsSetting {
  private static volatile String current = ALL;

  public OperationsSetting() {
    super(ALL);
  }

  /** The globs in force, comma-separated. A new string object after each change. */
  public static String current() {
    return current;
  }

  @Override
  void set(String globs) {
    current = globs;
  }
}
