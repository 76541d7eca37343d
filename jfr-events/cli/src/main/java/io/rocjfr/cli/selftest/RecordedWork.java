// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.selftest;

import io.rocjfr.cli.selftest.program.Reference;
import io.rocjfr.recording.Fields;
import io.rocjfr.recording.FileReport;
import io.rocjfr.recording.Progress;
import io.rocjfr.recording.RecordingScanner;
import io.rocjfr.recording.TextOutput;
import io.rocjfr.schema.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;

/** What was recorded of the known work, in the times of the program. */
final class RecordedWork {
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

  RecordedWork() {}

  /** Reads one. */
  static RecordedWork read(Path file, TextOutput err) {
    RecordedWork recorded = new RecordedWork();
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
              event.getLong("monotonic")));
    }
  }

  private void own(RecordedEvent event) {
    switch (Fields.kind(event)) {
      case HIP_API, OPENCL_API -> call(event);
      case KERNEL_DISPATCH -> work(event, true);
      case MEM_COPY -> work(event, false);
      case RECORDS_LOST ->
          lost.merge(
              Fields.text(event, Field.DOMAIN, "?") + ", " + Fields.text(event, Field.CAUSE, "?"),
              Fields.number(event, Field.COUNT, 0),
              Long::sum);
      case TRACER_STATUS -> status(event);
      default -> {}
    }
  }

  private void status(RecordedEvent event) {
    state = Fields.text(event, Field.STATE, state);
    hook = Fields.text(event, Field.HOOK, hook);
    message = Fields.text(event, Field.MESSAGE, NONE);
    if (Fields.flag(event, Field.CHUNK_END, false)) {
      inFlight = Fields.number(event, Field.IN_FLIGHT, -1);
    }
  }

  private void call(RecordedEvent event) {
    calls.add(
        new Call(
            Fields.text(event, Field.FUNCTION, NONE),
            Fields.number(event, Field.JAVA_THREAD_ID, -1),
            Fields.number(event, Field.CORRELATION_ID, 0),
            time.of(Fields.begin(event)),
            time.of(Fields.end(event)),
            Fields.text(event, Field.RESULT, NONE),
            (int) Fields.number(event, Field.DEVICE, -1),
            (int) Fields.number(event, Field.STREAM, -1),
            Fields.number(event, Field.BYTES, 0),
            Fields.text(event, Field.KERNEL, NONE)));
  }

  private void work(RecordedEvent event, boolean kernel) {
    works.add(
        new Work(
            kernel,
            Fields.text(event, Field.KERNEL, NONE),
            Fields.text(event, Field.SYMBOL, NONE),
            three(event, Field.GRID_X, Field.GRID_Y, Field.GRID_Z),
            three(event, Field.WORKGROUP_X, Field.WORKGROUP_Y, Field.WORKGROUP_Z),
            Fields.number(event, Field.BYTES, 0),
            Fields.text(event, Field.DIRECTION, NONE),
            (int) Fields.number(event, Field.DEVICE, -1),
            (int) Fields.number(event, Field.SOURCE_DEVICE, -1),
            (int) Fields.number(event, Field.DESTINATION_DEVICE, -1),
            (int) Fields.number(event, Field.STREAM, -1),
            Fields.number(event, Field.CORRELATION_ID, 0),
            Fields.isTimed(event),
            time.of(Fields.begin(event)),
            time.of(Fields.end(event))));
  }

  private static List<Integer> three(
      RecordedEvent event, Field<Long> x, Field<Long> y, Field<Long> z) {
    return List.of(
        (int) Fields.number(event, x, 0),
        (int) Fields.number(event, y, 0),
        (int) Fields.number(event, z, 0));
  }
}
