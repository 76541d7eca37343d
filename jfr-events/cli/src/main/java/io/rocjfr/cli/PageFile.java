// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.rocjfr.cli.flame.FlameReader;
import io.rocjfr.cli.page.BusyOverTime;
import io.rocjfr.cli.page.PageEvents;
import io.rocjfr.cli.page.PageSeries;
import io.rocjfr.cli.page.PageWriter;
import io.rocjfr.cli.page.RecordedProcess;
import io.rocjfr.cli.page.ShorterNames;
import io.rocjfr.cli.page.StacksPart;
import io.rocjfr.cli.report.Finding;
import io.rocjfr.cli.report.FindingsJson;
import io.rocjfr.cli.report.Level;
import io.rocjfr.recording.FileReport;
import io.rocjfr.recording.NamedEvents;
import io.rocjfr.recording.Progress;
import io.rocjfr.recording.RecordingFiles;
import io.rocjfr.recording.RecordingScanner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All that a page shows of some recordings: summary, findings of the rules, events. */
final class PageFile {
  /** What a browser draws and keeps without trouble. */
  static final long EVENTS = 1_500_000;

  private final Summary summary = new Summary();
  private final List<RecordedProcess> processes = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();
  private final Map<String, String> problems = new LinkedHashMap<>();
  private final Map<String, String> unjudged = new LinkedHashMap<>();
  private final PageEvents events;
  private final PageSeries series = new PageSeries();
  private final FlameReader stacks = new FlameReader(StacksPart.QUANTITIES, true);
  private final long memory;
  private boolean found;
  private String traceUrl;

  private PageFile(PageEvents events, long memory) {
    this.events = events;
    this.memory = memory;
  }

  static PageFile of(List<RecordingFiles.Named> files, Progress progress) throws IOException {
    PageEvents all = new PageEvents(EVENTS, Long.MIN_VALUE, Long.MAX_VALUE);
    return of(files, progress, all, Runtime.getRuntime().maxMemory());
  }

  /**
   * Reads recordings, of which the events that {@code events} wants are shown.
   *
   * @param memory how much the rules may take
   */
  static PageFile of(
      List<RecordingFiles.Named> files, Progress progress, PageEvents events, long memory)
      throws IOException {
    PageFile page = new PageFile(events, memory);
    for (RecordingFiles.Named file :
        events.isWindowed() ? files : List.<RecordingFiles.Named>of()) {
      progress.pass(1, 2);
      new RecordingScanner(events::begins, progress).scan(file.file());
    }
    if (events.isWindowed()) {
      progress.pass(2, 2);
    }
    for (int i = 0; i < files.size(); i++) {
      page.add(files.get(i), i, files.size() > 1, progress);
    }
    events.end();
    page.findings.sort(Finding.WORST_FIRST);
    return page;
  }

  private void add(RecordingFiles.Named file, int number, boolean oneOfSeveral, Progress progress)
      throws IOException {
    events.beginFile(number);
    series.beginFile(oneOfSeveral ? file.shown().toString() : "");
    RecordedProcess process = new RecordedProcess(name(file.shown()));
    processes.add(process);
    // Before all else: in a file a stack may stand behind the work of its call.
    NamedEvents.read(file.file(), FlameReader.SITES, stacks::addSite);
    RecordingScanner scanner =
        new RecordingScanner(
            event -> {
              summary.add(event);
              events.add(event);
              series.add(event);
              stacks.addWork(event);
              process.learn(event);
            },
            event -> {
              summary.addOther(event);
              events.addOther(event);
              process.learn(event);
            },
            progress);
    FileReport report = scanner.scan(file.file()).named(file.shown());
    stacks.endOfFile();
    summary.endOfFile(report);
    found |= report.knowsOurs();
    String problem = report.problem();
    if (report.ownEvents() > 0) {
      String tooMuch = Judgement.tooMuch(report.ownEvents(), memory);
      if (tooMuch != null) {
        unjudged.put(file.shown().toString(), tooMuch);
      } else {
        Judgement judgement = Judgement.of(file);
        findings.addAll(judgement.findings());
        problem = judgement.with(problem);
      }
    }
    if (problem != null) {
      problems.put(file.shown().toString(), problem);
    }
  }

  private static String name(Path file) {
    return file.getFileName() == null ? file.toString() : file.getFileName().toString();
  }

  /** See {@link Summary#overlaps}. */
  List<String> overlaps() {
    return summary.overlaps();
  }

  /** What is wrong with files, by what the user called them. */
  Map<String, String> problems() {
    return problems;
  }

  /** Files that the rules have no memory for, and why. */
  Map<String, String> unjudged() {
    return unjudged;
  }

  /** Whether there is anything to show. */
  boolean found() {
    return found;
  }

  PageEvents events() {
    return events;
  }

  /** A template of where traces are seen; null if there is none. */
  void linkTracesTo(String template) {
    traceUrl = template;
  }

  /** Writes the page. Ends the command if that fails. */
  void write(OutputFile to) {
    to.write(out -> new PageWriter(out, events).write(this::writeFacts));
  }

  private void writeFacts(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("version", ThisJar.version());
    json.writeStringField("traceUrl", traceUrl == null ? "" : traceUrl);
    json.writeNumberField("zeroEpochNs", events.zero());
    json.writeNumberField("shown", events.shown());
    json.writeNumberField("outside", events.outside());
    json.writeNumberField("leftOut", events.leftOut());
    json.writeNumberField("jvmLeftOut", events.jvmLeftOut());
    json.writeObjectFieldStart("unjudged");
    for (Map.Entry<String, String> file : unjudged.entrySet()) {
      json.writeStringField(file.getKey(), file.getValue());
    }
    json.writeEndObject();
    json.writeObjectFieldStart("problems");
    for (Map.Entry<String, String> problem : problems.entrySet()) {
      json.writeStringField(problem.getKey(), problem.getValue());
    }
    json.writeEndObject();
    json.writeArrayFieldStart("processes");
    for (RecordedProcess process : processes) {
      process.write(json);
    }
    json.writeEndArray();
    json.writeFieldName("summary");
    new JsonReport(summary, 0, SortKey.TOTAL).writeTo(json);
    json.writeObjectFieldStart("report");
    FindingsJson.write(json, findings, Level.NA);
    json.writeEndObject();
    ShorterNames.write(json, summary.kernels().keySet());
    BusyOverTime.write(json, events);
    events.virtualThreads().write(json);
    series.write(json, events.zero());
    StacksPart.write(json, stacks);
    json.writeEndObject();
  }
}
