// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.agent.Harness;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** JFR's hooks wait for the drain thread, and only that one commits. */
@Timeout(120)
class EndOfChunkTest {
  private static final long SPAN = 5;

  private static void write(FakeRing ring, int records, long externalId) {
    for (int i = 0; i < records; i++) {
      long t = System.nanoTime();
      ring.api(1, 0, i, externalId, t, t + 1, null);
    }
  }

  @Test
  void everyEventIsOfTheDrainThread() throws Exception {
    try (Harness harness = new Harness();
        Recording recording = new Recording()) {
      FakeRing ring = harness.tracer.addRing(1 << 12, 0);
      harness.drain.addSpanContexts(words -> words[0] == SPAN);
      harness.tracer.facts =
          new RuntimeFacts(2, 1, 4, 0, 0, 0, "/only/here", "5.2", "test", "", "");
      recording.start();
      for (int round = 0; round < 20; round++) {
        write(ring, 200, SPAN);
        harness.tracer.lostApiRingFull.incrementAndGet();
        Harness.events(recording); // a dump: the hooks run on this thread
      }
      write(ring, 200, SPAN);
      recording.stop();
      List<RecordedEvent> events = Harness.events(recording);
      Set<String> types = new HashSet<>();
      for (RecordedEvent event : events) {
        types.add(event.getEventType().getName());
        assertThat(event.getThread().getJavaName())
            .as(event.getEventType().getName())
            .isEqualTo("rocjfr-drain");
      }
      assertThat(types)
          .containsExactlyInAnyOrder(
              "rocjfr.HipApi", "rocjfr.TracerStatus", "rocjfr.RecordsLost", "rocjfr.SpanContext");
      assertThat(events.stream().filter(e -> e.hasField("correlationId"))).hasSize(21 * 200);
    }
  }

  /** JFR swallows what is committed on a stream's thread, which the hooks then run on. */
  @Test
  void aStreamClosedInItsHandlerTakesNothingFromARecordingBesideIt() throws Exception {
    try (Harness harness = new Harness();
        Recording recording = new Recording()) {
      FakeRing ring = harness.tracer.addRing(1 << 14, 0);
      recording.start();
      CountDownLatch written = new CountDownLatch(1);
      CountDownLatch handled = new CountDownLatch(1);
      CountDownLatch closed = new CountDownLatch(1);
      RecordingStream stream = new RecordingStream();
      stream.enable("rocjfr.HipApi");
      stream.onEvent(
          "rocjfr.HipApi",
          event -> {
            handled.countDown();
            FakeTracer.awaitUninterruptibly(written);
            stream.close();
          });
      stream.onClose(closed::countDown);
      stream.startAsync();
      write(ring, 1, 0);
      handled.await();
      write(ring, 5_000, 0); // not drained when the handler goes on, most of it
      written.countDown();
      assertThat(closed.await(60, TimeUnit.SECONDS)).isTrue();
      recording.stop();
      assertThat(Harness.events(recording, "HipApi")).hasSize(5_001);
    }
  }

  @Test
  void whatIsNotDrainedInTimeIsCounted() throws Exception {
    try (Harness harness = new Harness(TimeUnit.MILLISECONDS.toNanos(50));
        Recording recording = new Recording()) {
      FakeRing ring = harness.tracer.addRing(1 << 12, 0);
      CountDownLatch asked = new CountDownLatch(1);
      CountDownLatch answer = new CountDownLatch(1);
      recording.start();
      harness.drain.addSpanContexts(
          words -> {
            asked.countDown();
            FakeTracer.awaitUninterruptibly(answer); // holds up the drain thread
            return false;
          });
      write(ring, 1, SPAN);
      asked.await();
      write(ring, 99, 0);
      recording.stop();
      write(ring, 10, 0); // not this chunk's
      assertThat(harness.drain.lost()).isEmpty();
      answer.countDown();
      DrainTest.await(ring::isEmpty);
      DrainTest.await(() -> harness.drain.lost().containsKey("HipApi/hookTimeout"));
      assertThat(harness.drain.lost()).containsExactly(Map.entry("HipApi/hookTimeout", 100L));
      assertThat(Harness.events(recording, "HipApi")).isEmpty();
      // Once it has answered it is waited for again.
      try (Recording next = new Recording()) {
        next.start();
        write(ring, 100, 0);
        next.stop();
        assertThat(Harness.events(next, "HipApi")).hasSize(100);
      }
    }
  }

  /** HIP 5.2: hooks change when the calls that are under way have returned, however long. */
  @Test
  void noStopAndNoDumpWaitsForACallThatHoldsUpTheHooks() throws Exception {
    try (Harness harness = new Harness()) {
      FakeTracer tracer = harness.tracer;
      FakeRing ring = tracer.addRing(1 << 12, 0);
      CountDownLatch call = new CountDownLatch(1);
      try (Recording recording = new Recording()) {
        recording.start();
        tracer.runningCall = call;
        recording.stop();
      }
      DrainTest.await(() -> tracer.calls.contains("hooks wait"));
      try (Recording recording = new Recording()) {
        recording.start(); // does not wait for ever either
        write(ring, 100, 0);
        assertThat(Harness.events(recording, "HipApi")).hasSize(100);
        assertThat(harness.drain.flush(TimeUnit.SECONDS.toNanos(30))).isTrue();
        assertThat(tracer.calls).as("all the while").doesNotContain("wanted 0");
        tracer.runningCall = null;
        call.countDown();
        DrainTest.await(() -> tracer.calls.indexOf("wanted 0") > 0 && tracer.wanted != 0);
        write(ring, 100, 0);
        recording.stop();
        assertThat(Harness.events(recording, "HipApi")).hasSize(200);
      } finally {
        call.countDown();
      }
    }
  }

  @Test
  void whatCannotBeDecodedIsCounted() throws Exception {
    try (Harness harness = new Harness();
        Recording recording = new Recording()) {
      FakeRing ring = harness.tracer.addRing(256, 0);
      AtomicLong heard = new AtomicLong();
      harness.drain.addListener("all", parts -> heard.addAndGet(((int[]) parts[2])[0]), -1);
      recording.start();
      write(ring, 2, 0);
      ring.unknown();
      ring.op(99, 0, 1, 0, 0, 0, 0, null);
      write(ring, 2, 0);
      recording.stop();
      assertThat(Harness.events(recording, "HipApi")).hasSize(4);
      assertThat(harness.drain.flush(TimeUnit.SECONDS.toNanos(30))).isTrue();
      assertThat(heard).hasValue(4);
      assertThat(harness.drain.lost())
          .containsOnly(Map.entry("All/notDecoded", 1L), Map.entry("HipOps/notDecoded", 1L));
    }
  }
}
