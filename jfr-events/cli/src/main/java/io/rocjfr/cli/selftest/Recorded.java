// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.selftest;

import io.rocjfr.cli.selftest.program.Reference;
import io.rocjfr.recording.Fields;
import io.rocjfr.recording.FileReport;
import io.rocjfr.recording.Progress;
import io.rocjfr.recording.RecordingScanner;
import io.rocjfr.recording.TextOutput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;

/** What was recorded of the known work, in the times of the program. */
final class Recorded {
  /** A call. */
  record Call(
      String function,
      long thread,
      long correlation,
      long begin,
      long end,
      String result,
      int device,
      int stream,
      long bytes,
      String kernel) {}

  /** A piece of work. */
  record Work(
      boolean kernel,
      String name,
      String symbol,
      List<Integer> grid,
      List<Integer> block,
      long bytes,
      String direction,
      int device,
      int from,
      int to,
      int stream,
      long correlation,
      boolean timed,
      long begin,
      long end) {}

  /** A reading of the program's clock, in the times of the recording. */
  record Reading(long begin, long nanos, long monotonic) {}

  private static final String NONE = "";

  final List<Call> calls = new ArrayList<>();
  final List<Work> works = new ArrayList<>();

  /** Records that were lost, by domain and cause. */
  final Map<String, Long> lost = new TreeMap<>();

  /** Pieces of work that were not reported at the end; -1 if nobody says. */
  long inFlight = -1;

  /** What the tracer says of itself; empty if all is well. */
  String message = NONE;

  String state = NONE;
  String hook = NONE;

  /** What is wrong with the file; empty if nothing is. */
  String problem = NONE;

  private final List<RecordedEvent> unread = new ArrayList<>();
  private final List<Reading> references = new ArrayList<>();
  private ProgramTime time;

  Recorded() {}

  /** Reads one. */
  static Recorded read(Path file, TextOutput err) {
    Recorded recorded = new Recorded();
    FileReport report =
        new RecordingScanner(recorded.unread::add, recorded::other, new Progress(err, false, false))
            .scan(file);
    recorded.problem = report.problem() == null ? NONE : report.problem();
    recorded.time = new ProgramTime(recorded.references);
    if (!recorded.time.isKnown()) {
      recorded.problem = "it has no reading of the program's clock";
    } else {
      recorded.unread.forEach(recorded::own);
      recorded.calls.sort(Comparator.comparingLong(Call::begin));
      recorded.works.sort(Comparator.comparingLong(Work::begin));
    }
    recorded.unread.clear();
    return recorded;
  }

  private void other(RecordedEvent event) {
    if (event.getEventType().getName().equals(Reference.NAME)) {
      references.add(
          new Reading(
              Fields.begin(event),
              Fields.end(event) - Fields.begin(event),
              Fields.number(event, "monotonic", 0)));
    }
  }

  private void own(RecordedEvent event) {
    switch (event.getEventType().getName()) {
      case "rocjfr.HipApi", "rocjfr.OpenClApi" -> call(event);
      case "rocjfr.KernelDispatch" -> work(event, true);
      case "rocjfr.MemCopy" -> work(event, false);
      case "rocjfr.RecordsLost" ->
          lost.merge(
              Fields.text(event, "domain", "?") + ", " + Fields.text(event, "cause", "?"),
              Fields.number(event, "count", 0),
              Long::sum);
      case "rocjfr.TracerStatus" -> status(event);
      default -> {}
    }
  }

  private void status(RecordedEvent event) {
    state = Fields.text(event, "state", state);
    hook = Fields.text(event, "hook", hook);
    message = Fields.text(event, "message", NONE);
    if (Fields.flag(event, "chunkEnd")) {
      inFlight = Fields.number(event, "inFlight", -1);
    }
  }

  private void call(RecordedEvent event) {
    calls.add(
        new Call(
            Fields.text(event, "function", NONE),
            Fields.number(event, "javaThreadId", -1),
            Fields.number(event, "correlationId", 0),
            time.of(Fields.begin(event)),
            time.of(Fields.end(event)),
            Fields.text(event, "result", NONE),
            (int) Fields.number(event, "device", -1),
            (int) Fields.number(event, "stream", -1),
            Fields.number(event, "bytes", 0),
            Fields.text(event, "kernel", NONE)));
  }

  private void work(RecordedEvent event, boolean kernel) {
    works.add(
        new Work(
            kernel,
            Fields.text(event, "kernel", NONE),
            Fields.text(event, "symbol", NONE),
            three(event, "grid"),
            three(event, "workgroup"),
            Fields.number(event, "bytes", 0),
            Fields.text(event, "direction", NONE),
            (int) Fields.number(event, "device", -1),
            (int) Fields.number(event, "sourceDevice", -1),
            (int) Fields.number(event, "destinationDevice", -1),
            (int) Fields.number(event, "stream", -1),
            Fields.number(event, "correlationId", 0),
            Fields.isTimed(event),
            time.of(Fields.begin(event)),
            time.of(Fields.end(event))));
  }

  private static List<Integer> three(RecordedEvent event, String name) {
    List<Integer> all = new ArrayList<>();
    for (String dimension : List.of("X", "Y", "Z")) {
      all.add((int) Fields.number(event, name + dimension, 0));
    }
    return all;
  }
}
