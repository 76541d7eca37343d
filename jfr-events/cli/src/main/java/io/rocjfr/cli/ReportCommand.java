// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.cli.report.Finding;
import io.rocjfr.cli.report.FindingsJson;
import io.rocjfr.cli.report.FindingsText;
import io.rocjfr.cli.report.Level;
import io.rocjfr.figures.WhereTimeWent;
import io.rocjfr.recording.ExitCodes;
import io.rocjfr.recording.FileReport;
import io.rocjfr.recording.Progress;
import io.rocjfr.recording.RecordingFiles;
import io.rocjfr.recording.RecordingScanner;
import io.rocjfr.recording.Terminal;
import io.rocjfr.recording.TextOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code report FILE...}: what is wrong with the use of the GPU, and what to do about it. */
@Command(
    name = "report",
    description = {
      "Judges how recorded programs use the GPU, and says what to improve. It uses the same"
          + " rules as rocjfr's plug-in of JDK Mission Control. The worst finding comes first.",
      "",
      "Each recording is judged separately. If a recording is damaged, its intact chunks are"
          + " judged."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all recordings were judged, and no finding reaches --fail-on",
      "1:a finding reaches --fail-on",
      "2:a recording could not be read completely, or has no events of rocjfr; or bad usage"
    },
    footerHeading = "%n--json prints one object:%n",
    footer = {
      "  format, files[]: file, problem, time: where its time went, as of summary --json",
      "  counts: warning, info, ok, na",
      "  results[]: file, rule, name, topic, severity, score (0 to 100, none if not applicable),",
      "      share: the part of the recorded time that could be saved, absent if that is not its",
      "      measure; summary, explanation, solution, figures{} (times in ns, shares of 1):",
      "      topKernels, topLines, begin and end (ns of the epoch) say where to look",
      "Later versions may add fields. The present fields keep their meaning while format is 1."
    })
final class ReportCommand implements Callable<Integer> {
  private static final int FORMAT = 1;

  /** From which level on the command ends with {@link ExitCodes#FINDING}. */
  enum FailOn {
    WARNING,
    INFO,
    NEVER
  }

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description =
          "Flight recordings (.jfr), or - for standard input, or the folder in which a JVM"
              + " keeps its recording (jcmd PID JFR.configure names it). The JVM may still be"
              + " recording.")
  private List<Path> files;

  @Option(names = "--json", description = "Print JSON instead of text.")
  private boolean json;

  @Option(
      names = "--min-severity",
      paramLabel = "LEVEL",
      defaultValue = "info",
      description =
          "Print findings of this severity and worse: warning, info, ok or na."
              + " Default: ${DEFAULT-VALUE}.")
  private Level least;

  @Option(
      names = "--fail-on",
      paramLabel = "SEVERITY",
      defaultValue = "never",
      description =
          "End with 1 if a finding has this severity or is worse: warning, info or never."
              + " Default: ${DEFAULT-VALUE}.")
  private FailOn failOn;

  @Spec private CommandSpec spec;

  private final List<Finding> findings = new ArrayList<>();
  private final Map<Path, String> problems = new LinkedHashMap<>();
  private final Map<Path, WhereTimeWent> times = new LinkedHashMap<>();

  @Override
  public Integer call() throws IOException {
    TextOutput out = Outputs.out(spec);
    TextOutput err = Outputs.err(spec);
    Progress progress = new Progress(err, false, Terminal.errorIsTerminal());
    try (RecordingFiles recordings = RecordingFiles.of(files, System.in)) {
      for (RecordingFiles.Named file : recordings.all()) {
        Summary summary = new Summary();
        FileReport report =
            new RecordingScanner(summary::add, summary::addOther, progress).scan(file.file());
        summary.endOfFile(report);
        String problem = report.problem();
        if (report.ownEvents() > 0) {
          Judgement judgement = Judgement.of(file);
          findings.addAll(judgement.findings());
          problem = judgement.with(problem);
        }
        if (problem != null) {
          err.println("rocjfr: " + file.shown() + " " + problem);
        }
        problems.put(file.shown(), problem);
        times.put(file.shown(), summary.time());
      }
    }
    findings.sort(Finding.WORST_FIRST);
    if (json) {
      printJson(out);
    } else {
      print(out);
    }
    out.flush();
    if (problems.values().stream().anyMatch(problem -> problem != null)) {
      return ExitCodes.BAD_INPUT;
    }
    return failed() ? ExitCodes.FINDING : ExitCodes.OK;
  }

  private boolean failed() {
    return failOn != FailOn.NEVER
        && findings.stream()
            .anyMatch(finding -> finding.level().isAtLeast(Level.valueOf(failOn.name())));
  }

  private void print(TextOutput out) {
    if (findings.isEmpty()) {
      if (problems.containsValue(null)) {
        out.println("No GPU activity was recorded, so there is nothing to judge.");
      }
      return;
    }
    boolean judged = false;
    for (Map.Entry<Path, WhereTimeWent> time : times.entrySet()) {
      String of = times.size() > 1 ? " (" + time.getKey() + ")" : "";
      judged |= new TimeReport(time.getValue()).printSentence(out, of, FindingsText.WIDTH);
    }
    if (judged) {
      out.println();
    }
    new FindingsText(out).print(findings, least, problems.size() > 1);
  }

  private void printJson(TextOutput out) throws IOException {
    Json.print(
        out,
        json -> {
          json.writeStartObject();
          json.writeNumberField("format", FORMAT);
          json.writeArrayFieldStart("files");
          for (Map.Entry<Path, String> file : problems.entrySet()) {
            json.writeStartObject();
            json.writeStringField("file", file.getKey().toString());
            json.writeStringField("problem", file.getValue());
            new TimeReport(times.get(file.getKey())).write(json);
            json.writeEndObject();
          }
          json.writeEndArray();
          FindingsJson.write(json, findings, least);
          json.writeEndObject();
        });
  }
}
