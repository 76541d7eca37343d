// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.rocjfr.recording.TextOutput;
import io.rocjfr.recording.TextOutput.Style;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What {@code check} found: facts, what is wrong, and what may be of interest. */
final class Diagnosis {
  private record Fact(String label, String value) {}

  private final Map<String, Fact> facts = new LinkedHashMap<>();
  private final List<String> problems = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  /**
   * Adds a fact.
   *
   * @param key its name in JSON
   * @param label its name for people
   */
  void fact(String key, String label, String value) {
    facts.put(key, new Fact(label, value));
  }

  /** What keeps rocjfr from working, and what to do about it. */
  void problem(String text) {
    problems.add(text);
  }

  /** What does no harm by itself. */
  void note(String text) {
    notes.add(text);
  }

  boolean isGood() {
    return problems.isEmpty();
  }

  void print(TextOutput out, String good) {
    int width = facts.values().stream().mapToInt(fact -> fact.label().length()).max().orElse(0);
    for (Fact fact : facts.values()) {
      String value = fact.value().isEmpty() ? "-" : fact.value();
      out.println(fact.label() + " ".repeat(width - fact.label().length() + 2) + value);
    }
    out.println();
    for (String note : notes) {
      out.println(Style.YELLOW, "Note:", " " + note);
    }
    for (String problem : problems) {
      out.println(Style.BOLD_RED, "Problem:", " " + problem);
    }
    if (isGood()) {
      out.println(Style.GREEN, good, "");
    }
  }

  void writeTo(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeNumberField("format", JsonReport.FORMAT);
    json.writeBooleanField("ok", isGood());
    json.writeObjectFieldStart("facts");
    for (Map.Entry<String, Fact> fact : facts.entrySet()) {
      json.writeStringField(fact.getKey(), fact.getValue().value());
    }
    json.writeEndObject();
    writeTexts(json, "problems", problems);
    writeTexts(json, "notes", notes);
    json.writeEndObject();
  }

  private static void writeTexts(JsonGenerator json, String field, List<String> texts)
      throws IOException {
    json.writeArrayFieldStart(field);
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }
}
