// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.rocjfr.ActivityKind;
import io.rocjfr.BatchLayout;
import io.rocjfr.agent.Harness;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Listeners without any recording. */
@Timeout(1800)
class ListenerTest extends ListenerFixture {
  @Test
  void getsAllFieldsWithEpochTimes() {
    FakeRing ring = tracer.addRing(64, 0);
    List<String> threads = Collections.synchronizedList(new ArrayList<>());
    List<String> lines = Collections.synchronizedList(new ArrayList<>());
    AtomicLong begin = new AtomicLong();
    Runnable remove =
        drain.addListener(
            parts -> {
              threads.add(Thread.currentThread().getName());
              for (int i = 0; i < count(parts); i++) {
                begin.set(word(parts, i, BatchLayout.BEGIN));
                int t = i * BatchLayout.TEXTS;
                Object[] texts = (Object[]) parts[1];
                lines.add(
                    word(parts, i, BatchLayout.KIND)
                        + " "
                        + texts[t + BatchLayout.NAME]
                        + " "
                        + texts[t + BatchLayout.KERNEL]
                        + " corr="
                        + word(parts, i, BatchLayout.CORRELATION_ID)
                        + " dur="
                        + word(parts, i, BatchLayout.DURATION)
                        + " bytes="
                        + word(parts, i, BatchLayout.BYTES)
                        + " dir="
                        + word(parts, i, BatchLayout.DIRECTION)
                        + " "
                        + texts[t + BatchLayout.CATEGORY]);
              }
            },
            ALL);
    assertThat(tracer.wanted).isEqualTo(1 << 2 | 1 << 3 | 1 << 6 | 1 << 8 | 1 << 9);
    assertThat(tracer.barriers).isTrue();
    long t = System.nanoTime();
    ring.api(2, 0, 10, 0, t, t + 50, null);
    FakeRing.Submit submit = new FakeRing.Submit();
    submit.name = 3;
    submit.copy = Layout.COPY_HOST_TO_DEVICE;
    ring.op(Layout.OP_COPY, 0, 10, t, t, 0, 4096, submit);
    ring.roctx(Layout.ROCTX_MARK, 0, 0, 0, t, t, "m");
    DrainTest.await(() -> lines.size() == 3);
    assertThat(lines)
        .containsExactly(
            "0 hipMemcpy null corr=10 dur=50 bytes=0 dir=0 copy",
            "2 kernel3(float*) kernel3(float*) corr=10 dur=0 bytes=4096 dir=2 null",
            "5 m null corr=-1 dur=0 bytes=0 dir=0 null");
    // Since the epoch: before now, and after the test has begun.
    assertThat(begin.get() / 1e6).isCloseTo((double) System.currentTimeMillis(), offset(120_000.0));
    assertThat(threads).containsOnly("rocjfr-listener");
    remove.run();
    DrainTest.await(() -> tracer.wanted == 0);
  }

  @Test
  void getsOnlyTheKindsThatItAskedFor() {
    FakeRing ring = tracer.addRing(64, 0);
    AtomicLong dispatches = new AtomicLong();
    drain.addListener(
        parts -> dispatches.addAndGet(count(parts)), 1 << ActivityKind.KERNEL_DISPATCH.code());
    assertThat(tracer.wanted).isEqualTo(1 << 2);
    long t = System.nanoTime();
    ring.api(2, 0, 10, 0, t, t + 50, null);
    ring.op(Layout.OP_BARRIER, 0, 1, t, t, 0, 0, null);
    ring.op(Layout.OP_DISPATCH, 0x11F0, 1, t, t, 1, 0, null);
    DrainTest.await(() -> ring.isEmpty() && dispatches.get() > 0);
    assertThat(dispatches).hasValue(1);
  }

  @Test
  void oneThatThrowsDisturbsNobody() {
    FakeRing ring = tracer.addRing(1 << 12, 0);
    AtomicLong thrower = new AtomicLong();
    AtomicLong other = new AtomicLong();
    Consumer<Object[]> throwing =
        parts -> {
          thrower.addAndGet(count(parts));
          throw new StackOverflowError("on purpose");
        };
    drain.addListener(throwing, ALL);
    drain.addListener(parts -> other.addAndGet(count(parts)), ALL);
    for (int i = 0; i < 10_000; i++) {
      long t = System.nanoTime();
      ring.api(1, 0, i, 0, t, t, null);
    }
    DrainTest.await(() -> other.get() == 10_000);
    DrainTest.await(() -> drain.lost().getOrDefault("All/listener", 0L) == 10_000);
    assertThat(thrower).hasValue(10_000);
  }

  /** It says, if its copy of the API can, with how many of the batch it was done. */
  @Test
  void whatItThrowsOnIsItsOwnLoss() {
    FakeRing ring = tracer.addRing(1 << 10, 0);
    AtomicLong batches = new AtomicLong();
    AtomicLong told = new AtomicLong();
    Runnable remove =
        drain.addListener(
            parts -> {
              told.addAndGet(count(parts));
              batches.incrementAndGet();
              ((int[]) parts[2])[1] = 1;
              throw new IllegalStateException("on purpose");
            },
            ALL);
    long t = System.nanoTime();
    for (int i = 0; i < 100; i++) {
      ring.api(1, 0, i, 0, t, t, null);
    }
    assertThat(drain.flush(TimeUnit.MINUTES.toNanos(10))).isTrue();
    assertThat(told).hasValue(100);
    assertThat(((LongSupplier) remove).getAsLong()).isEqualTo(100 - batches.get());
    remove.run();
  }

  @Test
  void aSlowOneLosesBatchesThatAreCountedAndHoldsNoLock() throws Exception {
    FakeRing ring = tracer.addRing(1 << 16, 0);
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch blocked = new CountDownLatch(1);
    AtomicLong got = new AtomicLong();
    drain.addListener(
        parts -> {
          got.addAndGet(count(parts));
          blocked.countDown();
          try {
            release.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        },
        ALL);
    long t = System.nanoTime();
    ring.api(1, 0, 0, 0, t, t, null);
    blocked.await();
    // Others go on while it is in there.
    drain.settingsChanged(() -> false, true);
    assertThat(drain.lost()).isEmpty();
    int records = 40_000;
    for (int i = 0; i < records; i++) {
      ring.api(1, 0, 0, 0, t, t, null);
    }
    release.countDown();
    DrainTest.await(() -> got.get() + drain.lost().getOrDefault("All/listener", 0L) == records + 1);
    assertThat(got.get()).isGreaterThan(10_000);
  }

  @Test
  void oneThatSleepsStarvesNeitherRecordingsNorOthers() throws Exception {
    int records = 100_000;
    FakeRing ring = tracer.addRing(1 << 14, 0);
    CountDownLatch release = new CountDownLatch(1);
    AtomicLong got = new AtomicLong();
    AtomicLong other = new AtomicLong();
    LongSupplier sleeper =
        (LongSupplier)
            drain.addListener(
                parts -> {
                  await(release);
                  got.addAndGet(count(parts));
                },
                ALL);
    LongSupplier quick =
        (LongSupplier) drain.addListener(parts -> other.addAndGet(count(parts)), ALL);
    try (Recording recording = new Recording()) {
      Harness.connect(drain);
      recording.start();
      for (int i = 0; i < 100; i++) {
        calls(ring, records / 100);
        long all = (i + 1L) * records / 100;
        DrainTest.await(() -> other.get() == all);
      }
      recording.stop();
      assertThat(Harness.events(recording, "HipApi")).hasSize(records);
    }
    assertThat(other).hasValue(records);
    assertThat(quick.getAsLong()).isZero();
    assertThat(got).hasValue(0);
    release.countDown();
    DrainTest.await(() -> got.get() + sleeper.getAsLong() == records);
    assertThat(drain.lost()).isEqualTo(Map.of("All/listener", sleeper.getAsLong()));
    assertThat(got.get()).isGreaterThanOrEqualTo(50_000);
  }

  /** An unknown domain, an unknown piece of work; the others come all the same. */
  @Test
  void whatCannotBeDecodedIsALoss() {
    FakeRing ring = tracer.addRing(1 << 14, 0);
    AtomicLong got = new AtomicLong();
    drain.addListener(parts -> got.addAndGet(count(parts)), ALL);
    calls(ring, 10);
    ring.unknown();
    ring.op(99, 0, 1, 1, 2, 0, 0, null);
    calls(ring, 10);
    assertThat(drain.flush(TimeUnit.MINUTES.toNanos(10))).isTrue();
    assertThat(got).hasValue(20);
    assertThat(drain.lost()).isEqualTo(Map.of("All/undecoded", 1L, "HipOps/undecoded", 1L));
  }
}
