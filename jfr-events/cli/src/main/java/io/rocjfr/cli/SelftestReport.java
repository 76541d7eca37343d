// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.rocjfr.cli.selftest.Check;
import io.rocjfr.cli.selftest.Check.State;
import io.rocjfr.cli.selftest.Comparison;
import io.rocjfr.cli.selftest.Ledger;
import io.rocjfr.recording.ExitCodes;
import io.rocjfr.recording.TextOutput;
import io.rocjfr.recording.TextOutput.Style;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What {@code selftest} found, for people and for programs. */
final class SelftestReport {
  /** Of one comparison, for people; JSON has all. */
  private static final int MOST_FINDINGS = 4;

  private final Map<String, String> facts = new LinkedHashMap<>();
  private final List<Check> did = new ArrayList<>();
  private final List<Check> compared = new ArrayList<>();

  SelftestReport() {
    facts.put("rocjfr", ThisJar.version());
    facts.put("java", Runtime.version() + ", " + System.getProperty("java.vendor"));
    facts.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    facts.put("driver", driver());
  }

  /** AMD's, as Linux tells it; in the kernel's own tree it has no version. */
  private static String driver() {
    Path module = Path.of("/sys/module/amdgpu");
    try {
      return "amdgpu " + Files.readString(module.resolve("version")).strip();
    } catch (IOException e) {
      return Files.exists(module) ? "amdgpu of this kernel" : "no amdgpu";
    }
  }

  void add(Ledger ledger) {
    facts.putAll(ledger.facts);
    if (ledger.failures.containsKey("compile")) {
      facts.put("compile", "not tried: " + ledger.failures.get("compile"));
    }
  }

  void add(Comparison comparison) {
    did.addAll(comparison.scenarios());
    compared.addAll(comparison.checks());
  }

  /** Of the whole. */
  int exitCode() {
    if (all().stream().anyMatch(check -> check.state() == State.FAILED)) {
      return ExitCodes.FINDING;
    }
    return did.stream().anyMatch(check -> check.state() == State.PASSED)
        ? ExitCodes.OK
        : SelftestCommand.NOTHING;
  }

  private List<Check> all() {
    List<Check> all = new ArrayList<>(did);
    all.addAll(compared);
    return all;
  }

  void print(TextOutput out) {
    int width = facts.keySet().stream().mapToInt(String::length).max().orElse(0);
    facts.forEach((name, text) -> out.println(name + " ".repeat(width - name.length() + 2) + text));
    table(out, "Done", did);
    table(out, "Compared", compared);
    out.println();
    if (exitCode() == SelftestCommand.NOTHING) {
      out.println(Style.YELLOW, "There is nothing to test.", "");
      return;
    }
    long failed = all().stream().filter(check -> check.state() == State.FAILED).count();
    long passed = all().stream().filter(check -> check.state() == State.PASSED).count();
    long other = all().size() - failed - passed;
    String counts = passed + " passed, " + failed + " failed, " + other + " not tried";
    out.println(failed == 0 ? Style.GREEN : Style.BOLD_RED, counts, "");
  }

  private static void table(TextOutput out, String title, List<Check> checks) {
    if (checks.isEmpty()) {
      return;
    }
    out.println();
    out.println(title);
    int width = checks.stream().mapToInt(check -> check.title().length()).max().orElse(0);
    for (Check check : checks) {
      String name = "  " + check.title() + " ".repeat(width - check.title().length() + 2);
      switch (check.state()) {
        case PASSED -> out.println(name + "passed     " + check.text());
        case NOT_TRIED -> out.println(name + "not tried  " + check.text());
        case FAILED -> {
          out.println(name + "FAILED     " + check.text());
          List<String> findings = check.findings();
          int shown = Math.min(findings.size(), MOST_FINDINGS);
          findings.subList(0, shown).forEach(one -> out.println(Style.BOLD_RED, "    ", one));
          if (shown < findings.size()) {
            out.println("    and " + (findings.size() - shown) + " more");
          }
        }
      }
    }
  }

  void writeTo(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeNumberField("format", JsonReport.FORMAT);
    json.writeStringField("version", ThisJar.version());
    json.writeStringField(
        "state",
        switch (exitCode()) {
          case ExitCodes.OK -> "passed";
          case ExitCodes.FINDING -> "failed";
          default -> "nothing";
        });
    json.writeObjectFieldStart("facts");
    for (Map.Entry<String, String> fact : facts.entrySet()) {
      json.writeStringField(fact.getKey(), fact.getValue());
    }
    json.writeEndObject();
    write(json, "did", did);
    write(json, "compared", compared);
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, String name, List<Check> checks)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (Check check : checks) {
      json.writeStartObject();
      json.writeStringField("id", check.id());
      json.writeStringField("title", check.title());
      json.writeStringField(
          "state",
          switch (check.state()) {
            case PASSED -> "passed";
            case FAILED -> "failed";
            case NOT_TRIED -> "notTried";
          });
      json.writeStringField("text", check.text());
      json.writeObjectFieldStart("figures");
      for (Map.Entry<String, Long> figure : check.figures().entrySet()) {
        json.writeNumberField(figure.getKey(), figure.getValue());
      }
      json.writeEndObject();
      json.writeArrayFieldStart("findings");
      for (String finding : check.findings()) {
        json.writeString(finding);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
