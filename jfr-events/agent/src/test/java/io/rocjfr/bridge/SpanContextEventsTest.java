// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.event.SpanContextEvent;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpanContextEventsTest {
  /** Of ids of which no five are in one set; printed where it fails. */
  private static final long SEED = 20261125;

  private static final long SPAN = 5;
  private static final long NO_SPAN = 6;
  private static final long OTHER_SPAN = 7;

  @TempDir Path folder;

  private final List<Long> asked = new ArrayList<>();
  private final SpanContextEvents contexts = new SpanContextEvents();

  private final Predicate<long[]> source = this::answer;

  private boolean answer(long[] words) {
    asked.add(words[0]);
    if (words[0] == NO_SPAN) {
      return false;
    }
    words[2] = 100 + words[1];
    words[3] = 200;
    words[4] = 0x201; // sampled, and of another process
    return true;
  }

  private List<RecordedEvent> record(Runnable work) throws IOException {
    Path file = folder.resolve("contexts.jfr");
    Files.deleteIfExists(file);
    try (Recording recording = new Recording()) {
      recording.enable(SpanContextEvent.class);
      recording.start();
      work.run();
      recording.stop();
      recording.dump(file);
    }
    // Drains of other tests may commit events of other types.
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().equals("rocjfr.SpanContext"))
        .toList();
  }

  private void event() {
    contexts.beforeEvent(SPAN, 7);
    contexts.beforeEvent(NO_SPAN, 7);
  }

  @Test
  void onceInEachChunk() throws IOException {
    contexts.add(source);
    List<RecordedEvent> events =
        record(
            () -> {
              event();
              event();
              contexts.chunk(ChunkBoundary.END, false);
              contexts.chunk(ChunkBoundary.BEGIN, false); // nothing came between the two
              event();
              event();
              contexts.chunk(ChunkBoundary.END, false);
            });
    assertThat(events).hasSize(2);
    for (RecordedEvent event : events) {
      assertThat(event.getLong("spanId")).isEqualTo(SPAN);
      assertThat(event.getLong("traceIdHigh")).isEqualTo(107);
      assertThat(event.getLong("traceIdLow")).isEqualTo(200);
      assertThat(event.getInt("traceFlags")).isEqualTo(0x201);
    }
    assertThat(asked).containsExactly(SPAN, NO_SPAN);
  }

  /** However long JFR takes from the one hook to the other. */
  @Test
  void whatComesWhileTheChunkChangesIsInTheNewOneToo() throws IOException {
    contexts.add(source);
    assertThat(
            record(
                () -> {
                  contexts.beforeEvent(OTHER_SPAN, 7); // in the chunk that ends only
                  contexts.chunk(ChunkBoundary.END, false);
                  event();
                  contexts.chunk(ChunkBoundary.BEGIN, false);
                  event();
                }))
        .extracting(event -> event.getLong("spanId"))
        .containsExactly(OTHER_SPAN, SPAN, SPAN);
  }

  /** The hook gave up: events may be in the new chunk with the old one's contexts. */
  @Test
  void whereTheEndCameLateAllIsInTheNewOneToo() throws IOException {
    contexts.add(source);
    assertThat(
            record(
                () -> {
                  event();
                  contexts.chunk(ChunkBoundary.END, false);
                  contexts.beforeEvent(OTHER_SPAN, 7);
                  contexts.chunk(ChunkBoundary.BEGIN, true);
                }))
        .extracting(event -> event.getLong("spanId"))
        .containsExactlyInAnyOrder(SPAN, OTHER_SPAN, SPAN, OTHER_SPAN);
  }

  @Test
  void whereNobodySaysWhichEndItIsBothAreAssumed() throws IOException {
    contexts.add(source);
    assertThat(
            record(
                () -> {
                  event();
                  contexts.chunk(ChunkBoundary.UNKNOWN, false); // once more
                  event(); // and in the next one
                }))
        .hasSize(3);
  }

  /** Such as an id that a program pushes itself: in each record of what it does. */
  @Test
  void asksOnceARoundForWhatIsNoSpans() throws IOException {
    contexts.add(source);
    record(
        () -> {
          for (int round = 0; round < 3; round++) {
            contexts.beginRound();
            for (int i = 0; i < 1000; i++) {
              contexts.beforeEvent(NO_SPAN, 7);
            }
          }
        });
    assertThat(asked).containsExactly(NO_SPAN, NO_SPAN, NO_SPAN);
  }

  /** The copy of the API that a source came by keeps it; where that goes, the source does. */
  @Test
  void aSourceIsNotKept() throws Exception {
    WeakReference<Predicate<long[]>> held = addOneThatNobodyHolds();
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(10);
    while (held.get() != null && System.nanoTime() < deadline) {
      System.gc();
      Thread.onSpinWait();
    }
    assertThat(held.get()).isNull();
    assertThat(record(() -> contexts.beforeEvent(SPAN, 7))).isEmpty();
  }

  private WeakReference<Predicate<long[]>> addOneThatNobodyHolds() {
    List<Long> own = new ArrayList<>();
    Predicate<long[]> local = words -> own.add(words[0]); // an object of its own
    contexts.add(local);
    return new WeakReference<>(local);
  }

  /** That nobody knew an id is not remembered against its real owner. */
  @Test
  void asksAgainForWhatWasNotFound() throws IOException {
    Predicate<long[]> ofOneThread = words -> words[1] == 8 && answer(words);
    contexts.add(ofOneThread);
    List<RecordedEvent> events =
        record(
            () -> {
              contexts.beforeEvent(SPAN, 7);
              contexts.beforeEvent(SPAN, 8);
              contexts.beforeEvent(SPAN, 7);
            });
    assertThat(events).hasSize(1);
    assertThat(events.get(0).getLong("traceIdHigh")).isEqualTo(108);
  }

  @Test
  void whatASourceThrowsIsNoAnswer() throws IOException {
    Predicate<long[]> throwing =
        words -> {
          throw new IllegalStateException("expected by the test");
        };
    contexts.add(throwing);
    assertThat(record(() -> contexts.beforeEvent(SPAN, 7))).isEmpty();
    contexts.remove(throwing);
    contexts.add(source);
    contexts.beginRound(); // from then on it is asked again
    assertThat(record(() -> contexts.beforeEvent(SPAN, 7))).hasSize(1);
  }

  /** Whose span has ended is not found again: it must not give way where there is room. */
  @Test
  void thousandsOfSpansAreAskedForOnce() {
    Random random = new Random(SEED);
    try (Recording recording = new Recording()) {
      recording.enable(SpanContextEvent.class);
      recording.start();
      contexts.add(source);
      long[] ids = random.longs(3000).filter(id -> id != 0 && id != NO_SPAN).distinct().toArray();
      for (int again = 0; again < 2; again++) {
        contexts.beginRound();
        for (long id : ids) {
          contexts.beforeEvent(id, 1);
        }
      }
      assertThat(asked).as("seed %d", SEED).hasSize(ids.length);
    }
  }
}
