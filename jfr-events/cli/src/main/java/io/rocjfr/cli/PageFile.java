// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.rocjfr.cli.page.BusyOverTime;
import io.rocjfr.cli.page.PageEvents;
import io.rocjfr.cli.page.PageWriter;
import io.rocjfr.cli.report.Finding;
import io.rocjfr.cli.report.FindingsJson;
import io.rocjfr.cli.report.Level;
import io.rocjfr.recording.FileReport;
import io.rocjfr.recording.Progress;
import io.rocjfr.recording.RecordingFiles;
import io.rocjfr.recording.RecordingScanner;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All that a page shows of some recordings: summary, findings of the rules, events. */
final class PageFile {
  /** What a browser draws and keeps without trouble. */
  static final long EVENTS = 1_500_000;

  private final Summary summary = new Summary();
  private final List<Finding> findings = new ArrayList<>();
  private final Map<String, String> problems = new LinkedHashMap<>();
  private final PageEvents events;
  private boolean found;

  private PageFile(PageEvents events) {
    this.events = events;
  }

  static PageFile of(List<RecordingFiles.Named> files, Progress progress) throws IOException {
    return of(files, progress, new PageEvents(EVENTS, Long.MIN_VALUE, Long.MAX_VALUE));
  }

  /** Reads recordings, of which the events that {@code events} wants are shown. */
  static PageFile of(List<RecordingFiles.Named> files, Progress progress, PageEvents events)
      throws IOException {
    PageFile page = new PageFile(events);
    for (int i = 0; i < files.size(); i++) {
      page.add(files.get(i), i, progress);
    }
    page.findings.sort(Finding.WORST_FIRST);
    return page;
  }

  private void add(RecordingFiles.Named file, int number, Progress progress) throws IOException {
    events.beginFile(number);
    RecordingScanner scanner =
        new RecordingScanner(
            event -> {
              summary.add(event);
              events.add(event);
            },
            progress);
    FileReport report = scanner.scan(file.file()).named(file.shown());
    summary.endOfFile(report);
    found |= report.knowsOurs();
    String problem = report.problem();
    if (report.ownEvents() > 0) {
      Judgement judgement = Judgement.of(file);
      findings.addAll(judgement.findings());
      problem = problem == null ? judgement.problem() : problem;
    }
    if (problem != null) {
      problems.put(file.shown().toString(), problem);
    }
  }

  /** What is wrong with files, by what the user called them. */
  Map<String, String> problems() {
    return problems;
  }

  /** Whether there is anything to show. */
  boolean found() {
    return found;
  }

  PageEvents events() {
    return events;
  }

  /** Writes the page; a file of that name is there whole or not at all. */
  void write(Path to) throws IOException {
    Path whole = to.resolveSibling(to.getFileName() + ".part");
    try {
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(whole), 1 << 16)) {
        new PageWriter(out, events).write(this::writeFacts);
      }
      Files.move(whole, to, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(whole);
    }
  }

  private void writeFacts(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("version", ThisJar.version());
    json.writeNumberField("zeroEpochNs", events.zero());
    json.writeNumberField("shown", events.shown());
    json.writeNumberField("outside", events.outside());
    json.writeNumberField("leftOut", events.leftOut());
    json.writeObjectFieldStart("problems");
    for (Map.Entry<String, String> problem : problems.entrySet()) {
      json.writeStringField(problem.getKey(), problem.getValue());
    }
    json.writeEndObject();
    json.writeFieldName("summary");
    new JsonReport(summary, 0, SortKey.TOTAL).writeTo(json);
    json.writeObjectFieldStart("report");
    FindingsJson.write(json, findings, Level.NA);
    json.writeEndObject();
    BusyOverTime.write(json, events);
    json.writeEndObject();
  }
}
