// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.rocjfr.recording.ExitCodes;
import io.rocjfr.recording.TextOutput;
import io.rocjfr.recording.TextOutput.Style;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What {@code check} found: facts, what is wrong, and what may be of interest. */
final class Diagnosis {
  /** What was found where something was looked at. */
  enum State {
    OK,
    /** rocjfr cannot work so. */
    BAD,
    /** There is no GPU that a program could use, or nothing by which it could. */
    NO_GPU
  }

  private record Fact(String label, String value) {}

  private record Check(String name, State state, String problem, String remedy) {}

  private final Map<String, Fact> facts = new LinkedHashMap<>();
  private final List<Check> checks = new ArrayList<>();
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

  /** What was looked at and is as it should be. */
  void good(String name) {
    checks.add(new Check(name, State.OK, "", ""));
  }

  /**
   * What is not.
   *
   * @param name what was looked at
   * @param problem what is wrong with it
   * @param remedy what to do about it; empty where the problem says it
   */
  void problem(String name, State state, String problem, String remedy) {
    checks.add(new Check(name, state, problem, remedy));
  }

  /** What does no harm by itself. */
  void note(String text) {
    notes.add(text);
  }

  boolean isGood() {
    return checks.stream().allMatch(check -> check.state() == State.OK);
  }

  /** For who asks whether rocjfr will show anything. */
  int exitCode() {
    if (isGood()) {
      return ExitCodes.OK;
    }
    return checks.stream().anyMatch(check -> check.state() == State.BAD)
        ? ExitCodes.FINDING
        : ExitCodes.NO_GPU;
  }

  private List<String> problems() {
    return checks.stream()
        .filter(check -> check.state() != State.OK)
        .map(check -> (check.problem() + " " + check.remedy()).strip())
        .toList();
  }

  void print(TextOutput out, String good) {
    int width = facts.values().stream().mapToInt(fact -> fact.label().length()).max().orElse(0);
    for (Fact fact : facts.values()) {
      String value = fact.value().isEmpty() ? "-" : fact.value();
      out.println(fact.label() + " ".repeat(width - fact.label().length() + 2) + value);
    }
    out.println();
    out.println(
        "Checked: "
            + checks.stream()
                .map(check -> check.name() + " " + describe(check.state()))
                .collect(Collectors.joining(", "))
            + ".");
    for (String note : notes) {
      out.println(Style.YELLOW, "Note:", " " + note);
    }
    for (String problem : problems()) {
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
    writeChecks(json);
    writeTexts(json, "problems", problems());
    writeTexts(json, "notes", notes);
    json.writeEndObject();
  }

  private void writeChecks(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("checks");
    for (Check check : checks) {
      json.writeStartObject();
      json.writeStringField("name", check.name());
      json.writeStringField("state", check.state().name());
      if (check.state() != State.OK) {
        json.writeStringField("problem", check.problem());
        json.writeStringField("remedy", check.remedy());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static String describe(State state) {
    return switch (state) {
      case OK -> "ok";
      case BAD -> "BAD";
      case NO_GPU -> "MISSING";
    };
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
