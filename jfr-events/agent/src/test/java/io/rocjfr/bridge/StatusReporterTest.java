// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.rocjfr.event.PendingCallEvent;
import io.rocjfr.event.TracerStatusEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the last status of a chunk says of work in flight. */
class StatusReporterTest {
  private final StatusReporter reporter = new StatusReporter(new FakeTracer());

  @TempDir Path folder;

  private static Look look(PendingWork pending) {
    return new Look(pending, Look.begin());
  }

  private static PendingWork pending(long pieces) {
    return new PendingWork(List.of(new PendingWork.OfDevice(0, pieces, 0, 0)), 0, pieces, 0);
  }

  /** In flight by each status. */
  private List<Long> said(long when, long atTheEnd) throws IOException {
    return statuses(pending(when), pending(atTheEnd)).stream()
        .map(event -> event.getLong("inFlight"))
        .toList();
  }

  private List<RecordedEvent> statuses(PendingWork when, PendingWork atTheEnd) throws IOException {
    FlightRecorder.register(TracerStatusEvent.class);
    Path file = folder.resolve("status.jfr");
    try (Recording recording = new Recording()) {
      recording.enable(TracerStatusEvent.class).with("period", "1 h");
      recording.start();
      reporter.report(look(when));
      reporter.chunkEnds(look(atTheEnd), 1);
      reporter.chunkEnds(look(atTheEnd), 1); // several hooks say so
      recording.dump(file);
    }
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().equals("rocjfr.TracerStatus"))
        .filter(event -> event.getLong("processKey") == ProcessKey.VALUE)
        .toList();
  }

  @Test
  void piecesAreToldByWhatIsKnownOfThem() throws IOException {
    PendingWork pending =
        new PendingWork(
            List.of(
                new PendingWork.OfDevice(0, 3, 1, 0),
                new PendingWork.OfDevice(1, 0, 0, 0),
                new PendingWork.OfDevice(-1, 0, 0, 2)),
            List.of(),
            4,
            100,
            92,
            2);
    RecordedEvent event = statuses(pending, pending(0)).get(0);
    assertThat(event.getLong("inFlight")).isEqualTo(3 + 1 + 2 + 4);
    assertThat(event.getLong("pendingBusy")).isEqualTo(3);
    assertThat(event.getLong("pendingFinished")).isEqualTo(1);
    assertThat(event.getLong("pendingUnasked")).isEqualTo(2);
    assertThat(event.getString("pendingByDevice"))
        .isEqualTo("GPU 0: 3 busy, 1 finished; unknown GPU: 2 unasked");
    assertThat(event.getLong("submitted")).isEqualTo(100);
    assertThat(event.getLong("reported")).isEqualTo(92);
    assertThat(event.getLong("givenUp")).isEqualTo(2);
  }

  @Test
  void theCallsAreToldAtTheEndOfAChunkAlone() throws IOException {
    FlightRecorder.register(PendingCallEvent.class);
    PendingWork pending =
        new PendingWork(
            List.of(new PendingWork.OfDevice(1, 1, 0, 3)),
            List.of(
                new PendingWork.OfCall(7, 1, 1, PendingWork.State.BUSY, true),
                new PendingWork.OfCall(9, 3, 1, PendingWork.State.UNASKED, false)),
            0,
            4,
            0,
            0);
    Path file = folder.resolve("calls.jfr");
    try (Recording recording = new Recording()) {
      recording.enable(TracerStatusEvent.class).with("period", "1 h");
      recording.enable(PendingCallEvent.class);
      recording.start();
      reporter.report(look(pending));
      reporter.chunkEnds(look(pending), 1);
      reporter.chunkEnds(look(pending), 1);
      recording.dump(file);
    }
    List<RecordedEvent> calls =
        RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().equals("rocjfr.PendingCall"))
            .sorted(Comparator.comparing(event -> event.getLong("correlationId")))
            .toList();
    assertThat(calls)
        .extracting(
            event -> event.getLong("look"),
            event -> event.getLong("correlationId"),
            event -> event.getLong("pieces"),
            event -> event.getInt("device"),
            event -> event.getString("state"),
            event -> event.getBoolean("single"))
        .containsExactly(
            tuple(2L, 7L, 1L, 1, "busy", true), tuple(2L, 9L, 3L, 1, "unasked", false));
  }

  @Test
  void whatHasFinishedSinceIsNotMissing() throws IOException {
    assertThat(said(3, 0)).containsExactly(3L, 0L);
  }

  @Test
  void whatIsInFlightAtTheEndIsSaidThere() throws IOException {
    assertThat(said(0, 2)).containsExactly(0L, 2L);
  }

  /** So that it is known of which calls nobody has looked for the work. */
  @Test
  void thatAllWasReportedIsSaidWhereWorkWasSubmitted() throws IOException {
    PendingWork all = new PendingWork(List.of(), 0, 5, 5);
    assertThat(statuses(pending(0), all))
        .extracting(event -> event.getLong("submitted"))
        .containsExactly(0L, 5L);
  }

  @Test
  void aStatusBeginsWithTheLook() throws IOException {
    FlightRecorder.register(TracerStatusEvent.class);
    Path file = folder.resolve("look.jfr");
    try (Recording recording = new Recording()) {
      recording.enable(TracerStatusEvent.class).with("period", "1 h");
      recording.start();
      Look first = look(pending(1));
      Look second = look(pending(2));
      reporter.report(second);
      reporter.chunkEnds(first, 1);
      recording.dump(file);
    }
    List<Instant> begins =
        RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().equals("rocjfr.TracerStatus"))
            .filter(event -> event.getLong("processKey") == ProcessKey.VALUE)
            .sorted(Comparator.comparing(event -> event.getLong("inFlight")))
            .map(RecordedEvent::getStartTime)
            .toList();
    assertThat(begins).hasSize(2);
    assertThat(begins.get(0)).as("committed last").isBeforeOrEqualTo(begins.get(1));
  }

  @Test
  void nothingIsSaidTwiceWithinAChunk() throws IOException {
    assertThat(said(0, 0)).containsExactly(0L, 0L);
  }

  /** So that who reads knows that nothing came after it: with every other setting, too. */
  @Test
  void theEndIsSaidInEachChunk() throws IOException {
    FlightRecorder.register(TracerStatusEvent.class);
    Path file = folder.resolve("end.jfr");
    try (Recording recording = new Recording()) {
      recording.enable(TracerStatusEvent.class).with("period", "1 h");
      recording.start();
      reporter.report(look(pending(0)));
      reporter.chunkEnds(look(pending(0)), 1);
      reporter.chunkEnds(look(pending(0)), 2);
      recording.dump(file);
    }
    assertThat(
            RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals("rocjfr.TracerStatus"))
                .filter(event -> event.getLong("processKey") == ProcessKey.VALUE)
                .map(event -> event.getBoolean("chunkEnd")))
        .containsExactlyInAnyOrder(false, true, true);
  }
}
