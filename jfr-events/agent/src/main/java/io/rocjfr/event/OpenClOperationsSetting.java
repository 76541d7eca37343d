// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

/** The setting {@code rocjfr.OpenClApi#operations}: the functions that are recorded. */
public final class OpenClOperationsSetting extends GlobsSetting {
  private static volatile String current = ALL;

  public OpenClOperationsSetting() {
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
