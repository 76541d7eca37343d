// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.fuzz;

import io.rocjfr.agent.SettingsOf;
import io.rocjfr.cli.OptionsOf;
import io.rocjfr.otel.span.SpanOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Any text as what users set: the settings of a recording, a line each; and what options of
 * commands and of the OpenTelemetry side take.
 */
public final class SettingsTarget {
  private SettingsTarget() {}

  /** Called by Jazzer. */
  public static void fuzzerTestOneInput(byte[] input) {
    String text = new String(input, StandardCharsets.UTF_8);
    Map<String, String> settings = new HashMap<>();
    for (String line : text.split("\n", -1)) {
      int equals = line.indexOf('=');
      if (equals >= 0) {
        settings.put(line.substring(0, equals), line.substring(equals + 1));
      }
    }
    Map<String, Map<String, String>> implied = SettingsOf.implied(settings);
    implied.forEach(
        (event, missing) ->
            missing.forEach(
                (setting, value) -> {
                  if (settings.containsKey(event + "#" + setting)) {
                    throw new AssertionError(event + "#" + setting + " was set, and is changed");
                  }
                }));
    OptionsOf.duration(text);
    OptionsOf.fileOfJfr(text);
    try {
      new SpanOptions(SpanOptions.Orphans.parse(text), true, Duration.ZERO.toNanos(), text);
    } catch (IllegalArgumentException e) {
      // As it says.
    }
    new SpanOptions(SpanOptions.Orphans.DROP, true, 0, text);
  }
}
