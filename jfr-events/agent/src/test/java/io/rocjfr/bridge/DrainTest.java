// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.ActivityKind;
import io.rocjfr.agent.Harness;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(1800)
class DrainTest {
  static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(10);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waited too long").isLessThan(deadline);
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** Numbers API calls at some rate until it is stopped. */
  private static final class Producer extends Thread {
    private final FakeRing ring;
    private final int perMillisecond;
    volatile long submitted;
    volatile boolean stop;

    Producer(FakeRing ring, int perMillisecond) {
      super("producer");
      this.ring = ring;
      this.perMillisecond = perMillisecond;
    }

    @Override
    public void run() {
      long begin = System.nanoTime();
      long n = 0;
      while (!stop) {
        long due = (System.nanoTime() - begin) / 1_000_000 * perMillisecond;
        while (n < due && !stop) {
          long t = System.nanoTime();
          ring.api(1, 0, n, 0, t, t + 100, null);
          submitted = ++n;
        }
        LockSupport.parkNanos(50_000);
      }
    }
  }

  @Test
  void fiftyStartsAndStopsUnderLoadLoseNothing() throws Exception {
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    try (Harness harness = new Harness();
        Recording base = new Recording()) {
      Producer producer = new Producer(harness.tracer.addRing(1 << 14, 0), 200);
      Producer second = new Producer(harness.tracer.addRing(1 << 12, 0), 20);
      base.start();
      producer.start();
      second.start();
      List<Recording> recordings = new ArrayList<>();
      List<long[]> ranges = new ArrayList<>();
      Recording previous = null;
      for (int i = 0; i < 50; i++) {
        Recording recording = new Recording();
        recording.start();
        long from = producer.submitted;
        TimeUnit.MILLISECONDS.sleep(5 + random.nextInt(25));
        if (previous != null) {
          ranges.get(ranges.size() - 1)[1] = producer.submitted;
          previous.stop();
        }
        recordings.add(recording);
        ranges.add(new long[] {from, 0});
        previous = recording;
      }
      ranges.get(ranges.size() - 1)[1] = producer.submitted;
      previous.stop();
      await(() -> producer.submitted > 50_000);
      producer.stop = true;
      second.stop = true;
      producer.join();
      second.join();
      base.stop();

      long[] counts = new long[2];
      BitSet seen = new BitSet();
      for (RecordedEvent event : Harness.events(base, "HipApi")) {
        counts[0]++;
        seen.set((int) event.getLong("correlationId"));
      }
      assertThat(counts[0]).isEqualTo(producer.submitted + second.submitted);
      assertThat(seen.cardinality()).isEqualTo((int) producer.submitted);
      for (int i = 0; i < recordings.size(); i += 7) {
        BitSet part = new BitSet();
        for (RecordedEvent event : Harness.events(recordings.get(i), "HipApi")) {
          part.set((int) event.getLong("correlationId"));
        }
        int from = (int) ranges.get(i)[0];
        int to = (int) ranges.get(i)[1];
        assertThat(part.nextClearBit(from)).as("recording " + i).isGreaterThanOrEqualTo(to);
      }
      recordings.forEach(Recording::close);
    }
  }

  @Test
  void dumpWhileRunningHoldsEverythingUpToIt() throws Exception {
    try (Harness harness = new Harness();
        Recording recording = new Recording()) {
      FakeRing ring = harness.tracer.addRing(1 << 14, 0);
      recording.start();
      for (int round = 1; round <= 3; round++) {
        for (int i = 0; i < 1_000; i++) {
          long t = System.nanoTime();
          ring.api(1, 0, i, 0, t, t + 1, null);
        }
        assertThat(Harness.events(recording, "HipApi")).hasSize(round * 1_000);
      }
    }
  }

  /** As without memory: what the tracer could not be told, it is told a second later. */
  @Test
  void whatTheTracerCouldNotBeToldIsToldAgain() {
    AtomicInteger asked = new AtomicInteger();
    try (Harness harness =
            new Harness(
                tracer ->
                    tracer.onSetWanted =
                        domains -> {
                          if (asked.getAndIncrement() == 0) {
                            throw new OutOfMemoryError("on purpose");
                          }
                        });
        Recording recording = new Recording()) {
      recording.start();
      await(() -> harness.tracer.wanted() != 0);
      assertThat(asked).hasValue(2);
    }
  }

  /** A producer's word of its record may stay unseen, since it is written without a barrier. */
  @Test
  void aRecordWithoutAWordOfItIsTakenWithinSeconds() throws Exception {
    try (Harness harness = new Harness();
        Recording recording = new Recording()) {
      FakeRing ring = harness.tracer.addRing(256, 0);
      recording.start();
      await(ring::isEmpty);
      harness.tracer.published = false;
      TimeUnit.MILLISECONDS.sleep(300);
      long t = System.nanoTime();
      ring.api(1, 0, 7, 0, t, t + 1, null);
      await(ring::isEmpty);
      recording.stop();
      assertThat(Harness.events(recording, "HipApi"))
          .extracting(e -> e.getLong("correlationId"))
          .containsExactly(7L);
    }
  }

  /** What was lost when nobody wanted anything any more is nothing of the next recording. */
  @Test
  void lossesAfterARecordingAreNotInTheNext() throws Exception {
    try (Harness harness = new Harness()) {
      AtomicLong looks = new AtomicLong(Long.MAX_VALUE);
      harness.tracer.onSetWanted =
          domains -> {
            if (domains == 0) { // as the work in flight is given up
              harness.tracer.lostApiRingFull.set(5);
              looks.set(harness.tracer.lossesRead.get());
            }
          };
      try (Recording recording = new Recording()) {
        recording.start();
      }
      await(() -> harness.tracer.lossesRead.get() > looks.get());
      // What it has found it has told as well, into no recording.
      assertThat(harness.drain.flush(TimeUnit.MINUTES.toNanos(10))).isTrue();
      try (Recording recording = new Recording()) {
        recording.start();
        recording.stop();
        assertThat(Harness.events(recording, "RecordsLost")).isEmpty();
      }
    }
  }

  private static boolean isControl() {
    return Thread.currentThread().getName().equals("rocjfr-control");
  }

  private static void call(FakeRing ring, long id) {
    long t = System.nanoTime();
    ring.api(1, 0, id, 0, t, t + 1, null);
  }

  /** The tracer is still waiting for the work of the one before. */
  @Test
  void aRecordingThatStartsAtOnceGetsNothingOfTheOneBefore() throws Exception {
    try (Harness harness = new Harness();
        Recording first = new Recording();
        Recording second = new Recording()) {
      FakeRing ring = harness.tracer.addRing(256, 0);
      first.start();
      call(ring, 1);
      harness.tracer.inFlight.set(3); // never comes
      harness.tracer.toCome = DrainTest::isControl;
      first.stop();
      call(ring, 2);
      second.start();
      call(ring, 3);
      second.stop();
      assertThat(Harness.events(first, "HipApi")).extracting(Ids::of).containsExactly(1L);
      assertThat(Harness.events(second, "HipApi")).extracting(Ids::of).containsExactly(3L);
      assertThat(Harness.events(first, "TracerStatus")).extracting(Ids::pending).contains(3L);
      assertThat(Harness.events(second, "TracerStatus"))
          .filteredOn(status -> status.getBoolean("chunkEnd"))
          .extracting(Ids::pending)
          .containsExactly(0L);
    }
  }

  /** Of events. */
  private static final class Ids {
    static long of(RecordedEvent event) {
      return event.getLong("correlationId");
    }

    static long pending(RecordedEvent event) {
      return event.getLong("inFlight");
    }
  }

  /** The hooks are removed, which takes long, when the next recording has begun. */
  @Test
  void lossesOfAReleaseThatEndsInTheNextRecordingAreNotItsOwn() throws Exception {
    try (Harness harness = Harness.withPatience(1)) {
      FakeTracer tracer = harness.tracer;
      CountDownLatch held = new CountDownLatch(1);
      CountDownLatch release = new CountDownLatch(1);
      tracer.onSetWanted =
          domains -> {
            if (domains == 0) {
              held.countDown();
              ListenerFixture.await(release);
            }
          };
      try (Recording first = new Recording()) {
        first.start();
      }
      held.await();
      // Seen from the end of the release on.
      tracer.onLosses = () -> tracer.lostApiRingFull.updateAndGet(n -> isControl() ? 5 : n);
      try (Recording second = new Recording()) {
        second.start();
        release.countDown();
        await(() -> tracer.calls.contains("abandon"));
        await(() -> tracer.lostApiRingFull.get() == 5 && tracer.wanted != 0);
        second.stop();
        assertThat(Harness.events(second, "RecordsLost")).isEmpty();
      }
      assertThat(harness.drain.lost()).containsEntry("HipApi/ringFull", 5L);
    }
  }

  /** As of a call that was in progress when the recording before ended. */
  @Test
  void lossesBetweenRecordingsAreNotInTheNext() throws Exception {
    try (Harness harness = new Harness()) {
      AtomicLong looks = new AtomicLong(Long.MAX_VALUE);
      harness.tracer.onSetWanted =
          domains -> {
            if (domains == 0) {
              looks.set(harness.tracer.lossesRead.get());
            }
          };
      try (Recording recording = new Recording()) {
        recording.start();
      }
      await(() -> harness.tracer.lossesRead.get() > looks.get());
      harness.tracer.lostApiRingFull.set(5); // after it has looked for the last time
      try (Recording recording = new Recording()) {
        recording.start();
        recording.stop();
        assertThat(Harness.events(recording, "RecordsLost")).isEmpty();
      }
      assertThat(harness.drain.lost()).containsEntry("HipApi/ringFull", 5L);
    }
  }

  @Test
  void lossesBecomeEvents() throws Exception {
    try (Harness harness = new Harness();
        Recording recording = new Recording()) {
      recording.start();
      harness.tracer.lostApiRingFull.set(5);
      // The first look that begins now finds them; it is over when the next one begins.
      long looks = harness.tracer.lossesRead.get();
      await(() -> harness.tracer.lossesRead.get() >= looks + 2);
      harness.tracer.lostApiRingFull.set(12);
      recording.stop();
      assertThat(Harness.events(recording, "RecordsLost"))
          .allSatisfy(
              e -> {
                assertThat(e.getString("domain")).isEqualTo("HipApi");
                assertThat(e.getString("cause")).isEqualTo("ringFull");
              })
          .extracting(e -> e.getLong("count"))
          .containsExactly(5L, 7L);
    }
  }

  /** The others come all the same. */
  @Test
  void aSourceOfContextsThatThrowsCostsNoEvent() throws Exception {
    try (Harness harness = new Harness();
        Recording recording = new Recording()) {
      FakeRing ring = harness.tracer.addRing(256, 0);
      Runnable remove =
          harness.drain.addSpanContexts(
              words -> {
                if (words[0] == 13) {
                  throw new StackOverflowError("on purpose");
                }
                return false;
              });
      recording.start();
      for (int i = 10; i < 20; i++) {
        long t = System.nanoTime();
        ring.api(1, 0, i, i, t, t + 1, null);
      }
      recording.stop();
      remove.run();
      assertThat(Harness.events(recording, "HipApi")).hasSize(10);
      assertThat(harness.drain.lost()).isEmpty();
    }
  }

  @Test
  void statusAtBothEndsOfAChunk() throws Exception {
    try (Harness harness = new Harness();
        Recording recording = new Recording()) {
      harness.tracer.facts =
          new RuntimeFacts(2, 1, 4, 0, 0, 0, "/only/here", "5.2", "test", "", "rocprof");
      recording.start();
      recording.stop();
      List<RecordedEvent> status =
          Harness.events(recording, "TracerStatus").stream()
              .filter(e -> e.getString("runtime").equals("/only/here"))
              .toList();
      assertThat(status)
          .extracting(event -> event.getBoolean("chunkEnd"))
          .containsExactly(false, true);
      assertThat(status.get(0).getString("state")).isEqualTo("on");
      assertThat(status.get(0).getInt("devices")).isEqualTo(4);
      assertThat(status.get(0).getString("otherTools")).isEqualTo("rocprof");
    }
  }

  @Test
  void stopWaitsForWorkInFlightButNotForLong() throws Exception {
    try (Harness harness = new Harness()) {
      FakeRing ring = harness.tracer.addRing(256, 0);
      try (Recording recording = new Recording()) {
        recording.start();
        harness.tracer.inFlight.set(1);
        harness.tracer.timeHeld = true;
        int before = harness.tracer.calls.size();
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(10);
        Thread late =
            new Thread(
                () -> {
                  // Not before the stop waits for it.
                  while (harness.tracer.calls.lastIndexOf("quiesce") < before
                      && System.nanoTime() < deadline) {
                    LockSupport.parkNanos(100_000);
                  }
                  long t = System.nanoTime();
                  ring.op(Layout.OP_DISPATCH, 0x11F0, 1, t - 5, t, 1, 0, null);
                  harness.tracer.inFlight.set(0);
                });
        late.start();
        recording.stop();
        late.join();
        harness.tracer.timeHeld = false;
        assertThat(Harness.events(recording, "KernelDispatch")).hasSize(1);
      }
      try (Recording recording = new Recording()) {
        recording.start();
        harness.tracer.inFlight.set(1); // never comes
        harness.tracer.calls.clear();
        recording.stop(); // ends all the same
        assertThat(harness.tracer.calls).contains("quiesce");
      }
    }
  }

  @Test
  void anIdleDrainHardlyRuns() throws Exception {
    try (Harness harness = new Harness();
        Recording recording = new Recording()) {
      for (int i = 0; i < 200; i++) {
        harness.tracer.addRing(64, 0);
      }
      recording.start();
      await(() -> harness.tracer.waitMillis == 1000);
      // And so it stays: it looks once a second.
      for (int i = 0; i < 3; i++) {
        long before = harness.tracer.waits.get();
        await(() -> harness.tracer.waits.get() > before);
        assertThat(harness.tracer.waitMillis).isEqualTo(1000);
      }
    }
  }

  @Test
  void aRecordingAloneWakesItLessOftenThanAListener() throws Exception {
    try (Harness harness = new Harness();
        Recording recording = new Recording()) {
      FakeRing ring = harness.tracer.addRing(64, 0);
      recording.start();
      awaitAfterRecord(harness, ring, 50);
      Runnable end = harness.drain.addListener(parts -> {}, 1 << ActivityKind.HIP_API.code());
      awaitAfterRecord(harness, ring, 10);
      end.run();
      awaitAfterRecord(harness, ring, 50);
    }
  }

  /** Each round has a record, so that it is the wait of a busy one. */
  private static void awaitAfterRecord(Harness harness, FakeRing ring, int millis) {
    await(
        () -> {
          long now = System.nanoTime();
          ring.api(1, 0, 1, 0, now - 1, now, null);
          return harness.tracer.waitMillis == millis;
        });
  }
}
