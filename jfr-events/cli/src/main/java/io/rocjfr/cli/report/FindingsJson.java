// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** Writes findings for programs. */
public final class FindingsJson {
  private FindingsJson() {}

  /** Writes the array {@code results} of those that are at least as bad as {@code least}. */
  public static void write(JsonGenerator json, List<Finding> findings, Level least)
      throws IOException {
    json.writeObjectFieldStart("counts");
    for (Level level : Level.values()) {
      json.writeNumberField(
          lower(level), findings.stream().filter(finding -> finding.level() == level).count());
    }
    json.writeEndObject();
    json.writeArrayFieldStart("results");
    for (Finding finding : findings) {
      if (finding.level().isAtLeast(least)) {
        write(json, finding);
      }
    }
    json.writeEndArray();
  }

  private static void write(JsonGenerator json, Finding finding) throws IOException {
    json.writeStartObject();
    json.writeStringField("file", finding.file().toString());
    json.writeStringField("rule", finding.rule());
    json.writeStringField("name", finding.name());
    json.writeStringField("topic", finding.topic());
    json.writeStringField("severity", lower(finding.level()));
    if (finding.score() >= 0) {
      json.writeNumberField("score", finding.score());
    }
    if (!Double.isNaN(finding.giveBack())) {
      json.writeNumberField("share", finding.giveBack());
    }
    json.writeStringField("summary", finding.summary());
    json.writeStringField("explanation", finding.explanation());
    json.writeStringField("solution", finding.solution());
    json.writeObjectFieldStart("figures");
    for (Finding.Figure figure : finding.figures()) {
      if (Double.isNaN(figure.value())) {
        json.writeStringField(figure.id(), figure.text());
      } else if (figure.value() == Math.rint(figure.value())) {
        json.writeNumberField(figure.id(), (long) figure.value());
      } else {
        json.writeNumberField(figure.id(), figure.value());
      }
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private static String lower(Level level) {
    return level.name().toLowerCase(Locale.ROOT);
  }
}
