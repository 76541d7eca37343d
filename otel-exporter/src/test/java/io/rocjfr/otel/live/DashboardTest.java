// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The Grafana dashboard asks for nothing that is not published. */
class DashboardTest {
  private static final Path DOCS = Path.of("..", "docs");

  /** What Prometheus appends for unit and kind. */
  private static final Pattern END =
      Pattern.compile(
          "(_ratio|_bytes|_watts|_celsius|_hertz|_seconds)?(_total|_bucket|_sum|_count)?$");

  @Test
  void everyMetricIsDocumented() throws IOException {
    Set<String> documented = new TreeSet<>();
    Matcher names =
        Pattern.compile("`((?:hw|rocjfr)\\.[a-z_.]+)`")
            .matcher(Files.readString(DOCS.resolve("opentelemetry.md")));
    while (names.find()) {
      documented.add(names.group(1).replace('.', '_'));
    }
    Set<String> asked = new TreeSet<>();
    Matcher uses =
        Pattern.compile("\\b((?:hw|rocjfr)_[a-z_]+)\\{")
            .matcher(Files.readString(DOCS.resolve("grafana/rocjfr.json")));
    while (uses.find()) {
      asked.add(END.matcher(uses.group(1)).replaceFirst(""));
    }
    assertThat(asked).hasSizeGreaterThan(8);
    Set<String> unknown =
        asked.stream().filter(name -> !documented.contains(name)).collect(Collectors.toSet());
    assertThat(unknown).as("of %s", documented).isEmpty();
  }
}
