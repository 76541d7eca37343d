// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import java.util.Map;

/** Lets others ask what settings imply. */
public final class SettingsOf {
  private SettingsOf() {}

  /** Where every event is enabled by default. */
  public static Map<String, Map<String, String>> implied(Map<String, String> settings) {
    return ImpliedSettings.implied(settings, event -> "true");
  }
}
