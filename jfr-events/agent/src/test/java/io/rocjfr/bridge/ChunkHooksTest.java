// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.agent.Harness;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ends of chunks: who commits, and who waits for how long. */
@Timeout(1800)
class ChunkHooksTest {
  private static final int CALLS = 5_000;

  private static void calls(FakeRing ring, long from, int count) {
    for (int i = 0; i < count; i++) {
      long t = System.nanoTime();
      ring.api(1, 0, from + i, 1, t, t + 1, null);
    }
  }

  private static void await(CountDownLatch latch) {
    boolean interrupted = false;
    while (latch.getCount() > 0) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void end(RecordingStream stream) {
    stream.close();
  }

  @Test
  void whateverIsCommittedIsCommittedOnOneThread() throws Exception {
    try (Harness harness = new Harness();
        Recording recording = new Recording()) {
      FakeRing ring = harness.tracer.addRing(1 << 14, 0);
      Runnable remove = harness.drain.addSpanContexts(words -> true);
      recording.start();
      calls(ring, 0, CALLS);
      harness.tracer.lostApiRingFull.set(3);
      recording.stop();
      remove.run();
      List<RecordedEvent> events = Harness.events(recording);
      assertThat(events)
          .extracting(event -> event.getEventType().getName())
          .contains(
              "rocjfr.HipApi", "rocjfr.RecordsLost", "rocjfr.TracerStatus", "rocjfr.SpanContext");
      assertThat(events).allMatch(event -> event.getThread().getJavaName().equals("rocjfr-drain"));
    }
  }

  /** JFR takes no events of the threads that run its event streams. */
  @Test
  void aStreamThatIsClosedInItsHandlerTakesNothingFromARecordingBesideIt() throws Exception {
    try (Harness harness = new Harness();
        Recording recording = new Recording()) {
      harness.tracer.published = false; // so that only the hooks ask for draining
      FakeRing ring = harness.tracer.addRing(1 << 14, 0);
      recording.start();
      CountDownLatch submitted = new CountDownLatch(1);
      CountDownLatch closed = new CountDownLatch(1);
      try (RecordingStream stream = new RecordingStream()) {
        stream.enable("rocjfr.HipApi");
        stream.onFlush(
            () -> {
              if (closed.getCount() > 0) {
                ChunkHooksTest.await(submitted);
                end(stream);
                closed.countDown();
              }
            });
        stream.startAsync();
        calls(ring, 0, CALLS);
        submitted.countDown();
        closed.await();
      }
      recording.stop();
      assertThat(Harness.events(recording, "HipApi")).hasSize(CALLS);
      assertThat(harness.drain.lost()).isEmpty();
    }
  }

  /** While the drain thread cannot go on, recordings stop all the same. */
  @Test
  void whatIsNotDrainedInTimeIsCounted() throws Exception {
    try (Harness harness = Harness.withPatience(1);
        Recording recording = new Recording();
        Recording base = new Recording()) {
      FakeRing ring = harness.tracer.addRing(1 << 14, 0);
      CountDownLatch held = new CountDownLatch(1);
      CountDownLatch release = new CountDownLatch(1);
      Predicate<long[]> holding =
          words -> {
            held.countDown();
            ChunkHooksTest.await(release);
            return false;
          };
      Runnable remove = harness.drain.addSpanContexts(holding);
      base.start();
      recording.start();
      DrainTest.await(() -> harness.tracer.wanted != 0); // for which a start waits for 2 s only
      calls(ring, 0, 1);
      held.await();
      calls(ring, 1, CALLS);
      recording.stop(); // ends
      assertThat(release.getCount()).isOne();
      assertThat(harness.drain.lost()).isEmpty();
      release.countDown();
      DrainTest.await(() -> harness.drain.lost().containsKey("All/hookTimeout"));
      DrainTest.await(ring::isEmpty);
      remove.run();
      base.stop();
      // The first one was being committed; the granularity is what is taken at once.
      assertThat(harness.drain.lost().get("All/hookTimeout")).isBetween(CALLS - 127L, CALLS + 1L);
      assertThat(Harness.events(base, "HipApi")).hasSize(CALLS + 1);
      assertThat(Harness.events(base, "RecordsLost"))
          .extracting(event -> event.getString("cause"))
          .containsOnly("hookTimeout");
    }
  }

  /** Hooks at such times are no end: what is pending at the real one is told there. */
  @ParameterizedTest
  @ValueSource(strings = {"RecordsLost", "LaunchSiteCounts", "SpanContext"})
  void aPeriodOfTheUsersIsNoEnd(String type) throws Exception {
    try (Harness harness = new Harness();
        Recording recording = new Recording()) {
      AtomicLong looks = new AtomicLong();
      recording.enable("rocjfr." + type).with("period", "10 ms");
      recording.enable("rocjfr.TracerStatus");
      recording.start();
      harness.tracer.inFlightSeen =
          pieces -> {
            looks.incrementAndGet();
            return pieces;
          };
      DrainTest.await(() -> looks.get() > 10); // periodic hooks look, too
      harness.tracer.inFlight.set(3);
      recording.stop();
      harness.tracer.inFlight.set(0);
      assertThat(Harness.events(recording, "TracerStatus"))
          .filteredOn(status -> status.getBoolean("chunkEnd"))
          .singleElement()
          .satisfies(status -> assertThat(status.getLong("inFlight")).isEqualTo(3));
    }
  }

  /** Where a recording has none of the other events whose hooks end a chunk. */
  @Test
  void theHookOfTheCountsOfLaunchSitesEndsAChunkToo() throws Exception {
    try (Harness harness = new Harness();
        Recording recording = new Recording()) {
      harness.tracer.published = false; // so that only the hooks ask for draining
      FakeRing ring = harness.tracer.addRing(1 << 14, 0);
      for (String other :
          List.of("TracerStatus", "RecordsLost", "SpanContext", "LiveGpuAllocation", "GpuMemory")) {
        recording.disable("rocjfr." + other);
      }
      recording.enable("rocjfr.HipApi");
      recording.enable("rocjfr.LaunchSiteCounts");
      recording.start();
      calls(ring, 0, CALLS);
      harness.tracer.siteCounts = new long[] {7, 99, 3, 0, 0, 2};
      recording.stop();
      assertThat(Harness.events(recording, "HipApi")).hasSize(CALLS);
      assertThat(Harness.events(recording, "LaunchSiteCounts"))
          .singleElement()
          .satisfies(
              counts -> {
                assertThat(counts.getString("event")).isEqualTo("rocjfr.LaunchSite");
                assertThat(counts.getLong("calls")).isEqualTo(12);
                assertThat(counts.getLong("notSampled")).isEqualTo(7);
                assertThat(counts.getLong("sites")).isEqualTo(3);
                assertThat(counts.getLong("jniCriticalRegion")).isEqualTo(2);
              });
    }
  }

  /** HIP 5.2 waits for running calls while its hooks change, a minute if need be. */
  @Test
  void hooksOfHipThatCannotBeChangedHoldUpNoRecording() throws Exception {
    try (Harness harness = Harness.withPatience(5)) {
      FakeTracer tracer = harness.tracer;
      FakeRing ring = tracer.addRing(1 << 14, 0);
      CountDownLatch held = new CountDownLatch(1);
      CountDownLatch release = new CountDownLatch(1);
      tracer.onSetWanted =
          domains -> {
            if (domains == 0) {
              held.countDown();
              ChunkHooksTest.await(release);
            }
          };
      try (Recording recording = new Recording()) {
        recording.start();
        calls(ring, 0, CALLS);
        recording.stop();
        assertThat(Harness.events(recording, "HipApi")).hasSize(CALLS);
      }
      held.await();
      try (Recording recording = new Recording()) {
        recording.start();
        calls(ring, 0, CALLS);
        recording.stop();
        assertThat(Harness.events(recording, "HipApi")).hasSize(CALLS);
        assertThat(release.getCount()).isOne();
        release.countDown();
      }
      DrainTest.await(() -> tracer.calls.contains("abandon"));
      try (Recording recording = new Recording()) {
        recording.start();
        assertThat(tracer.wanted).isNotZero();
      }
    }
  }

  @Test
  void workInFlightAtTheEndIsSaidThere() throws Exception {
    try (Harness harness = new Harness();
        Recording recording = new Recording()) {
      recording.start();
      harness.tracer.inFlight.set(3); // never comes
      recording.stop();
      List<RecordedEvent> statuses = Harness.events(recording, "TracerStatus");
      // Drains of other tests report, too.
      assertThat(statuses)
          .filteredOn(status -> status.getLong("inFlight") != 0)
          .singleElement()
          .satisfies(status -> assertThat(status.getLong("inFlight")).isEqualTo(3));
    }
  }

  /** What finishes while the rings are drained is beyond the ends to which they are. */
  @Test
  void whatFinishesWhileTheChunksEndIsDrainedIsMissing() throws Exception {
    try (Harness harness = new Harness();
        Recording recording = new Recording()) {
      recording.start();
      harness.tracer.inFlight.set(3);
      harness.tracer.inFlightSeen =
          pieces -> Thread.currentThread().getName().equals("rocjfr-drain") ? 0 : pieces;
      recording.stop();
      assertThat(Harness.events(recording, "TracerStatus"))
          .extracting(status -> status.getLong("inFlight"))
          .contains(3L);
    }
  }

  private static void set(Harness harness, Thread on, long pieces) {
    if (Thread.currentThread() == on) {
      harness.tracer.inFlight.set(pieces);
    }
  }

  /** It is below the ends to which the rings are drained. */
  @Test
  void whatFinishesBeforeTheEndsOfTheRingsAreReadIsNotMissing() throws Exception {
    try (Harness harness = new Harness();
        Recording recording = new Recording()) {
      recording.start();
      Thread stops = Thread.currentThread(); // and has JFR's hooks run
      harness.tracer.inFlight.set(3);
      harness.tracer.onRings = () -> set(harness, stops, 2);
      harness.tracer.woken = () -> set(harness, stops, 3); // before the next hook
      recording.stop();
      assertThat(Harness.events(recording, "TracerStatus"))
          .extracting(status -> status.getLong("inFlight"))
          .contains(2L)
          .doesNotContain(3L);
    }
  }

  /** Its hooks stay with JFR. */
  @Test
  void aDrainThatHasEndedHoldsNothingUp() throws Exception {
    Harness ended = new Harness();
    ended.close();
    AtomicLong waited = new AtomicLong();
    Recording recording = new Recording();
    recording.start();
    ended.tracer.inFlight.set(1);
    ended.tracer.onQuiesce = idleMillis -> waited.incrementAndGet();
    recording.stop();
    recording.close();
    ended.drain.inHook(Drain.Hook.LOSSES);
    assertThat(ended.drain.flush(Long.MAX_VALUE / 2)).isTrue();
    assertThat(waited).hasValue(0);
  }
}
