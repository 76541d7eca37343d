// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import java.util.Map;

/** Lets others ask what settings imply. */
public final class SettingsOf {
  private SettingsOf() {}

  /** Where these events are enabled by default. */
  public static Map<String, Map<String, String>> implied(Map<String, String> settings) {
    Map<String, String> timed = Map.of("enabled", "true", "threshold", "0 ns", "operations", "*");
    return ImpliedSettings.implied(
        settings,
        Map.of(
            "rocjfr.HipApi",
            timed,
            "rocjfr.MemCopy",
            timed,
            "rocjfr.Barrier",
            Map.of("enabled", "false", "threshold", "0 ns"),
            "rocjfr.TracerStatus",
            Map.of("enabled", "true")));
  }
}
