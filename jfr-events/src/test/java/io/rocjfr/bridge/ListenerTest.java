// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.rocjfr.ActivityKind;
import io.rocjfr.BatchLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Listeners without any recording. */
@Timeout(60)
class ListenerTest {
  private static final int ALL = (1 << ActivityKind.values().length) - 1;

  private static final InheritableThreadLocal<String> INHERITABLE = new InheritableThreadLocal<>();

  private final FakeTracer tracer = new FakeTracer();
  private final Drain drain = new Drain(tracer);

  @BeforeEach
  void start() {
    drain.start();
  }

  @AfterEach
  void stop() {
    Drains.stop(drain);
  }

  private static int count(Object[] parts) {
    return ((int[]) parts[2])[0];
  }

  private static long word(Object[] parts, int record, int field) {
    return ((long[]) parts[0])[record * BatchLayout.WORDS + field];
  }

  @Test
  void getsAllFieldsWithEpochTimes() {
    FakeRing ring = tracer.addRing(64, 0);
    List<String> threads = Collections.synchronizedList(new ArrayList<>());
    List<String> lines = Collections.synchronizedList(new ArrayList<>());
    AtomicLong begin = new AtomicLong();
    ListenerRegistration registration =
        drain.addListener(
            "all",
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
                        + word(parts, i, BatchLayout.DIRECTION));
              }
            },
            ALL);
    assertThat(tracer.wanted).isEqualTo(1 << 2 | 1 << 3 | 1 << 6);
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
            "0 hipMemcpy null corr=10 dur=50 bytes=0 dir=0",
            "2 kernel3(float*) kernel3(float*) corr=10 dur=0 bytes=4096 dir=2",
            "5 m null corr=-1 dur=0 bytes=0 dir=0");
    // Since the epoch: before now, and after the test has begun.
    assertThat(begin.get() / 1e6).isCloseTo((double) System.currentTimeMillis(), offset(120_000.0));
    assertThat(threads).containsOnly("rocjfr-listener-all");
    registration.close();
    DrainTest.await(() -> tracer.wanted == 0);
  }

  @Test
  void getsOnlyTheKindsThatItAskedFor() {
    FakeRing ring = tracer.addRing(64, 0);
    AtomicLong dispatches = new AtomicLong();
    drain.addListener(
        "dispatches",
        parts -> dispatches.addAndGet(count(parts)),
        1 << ActivityKind.KERNEL_DISPATCH.code());
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
    drain.addListener("throwing", throwing, ALL);
    drain.addListener("other", parts -> other.addAndGet(count(parts)), ALL);
    for (int i = 0; i < 10_000; i++) {
      long t = System.nanoTime();
      ring.api(1, 0, i, 0, t, t, null);
    }
    DrainTest.await(() -> other.get() == 10_000);
    assertThat(thrower).hasValue(10_000);
    assertThat(drain.lost()).isEmpty();
  }

  /** Counts what it is told of; in its first call it waits for {@link #release}. */
  private static final class Blocking implements Consumer<Object[]> {
    final AtomicLong got = new AtomicLong();
    final CountDownLatch entered = new CountDownLatch(1);
    final CountDownLatch release = new CountDownLatch(1);
    volatile Runnable first = () -> {};

    @Override
    public void accept(Object[] parts) {
      got.addAndGet(count(parts));
      boolean isFirst = entered.getCount() == 1;
      entered.countDown();
      FakeTracer.awaitUninterruptibly(release);
      if (isFirst) {
        first.run();
      }
    }
  }

  private static void write(FakeRing ring, int records) {
    for (int i = 0; i < records; i++) {
      long t = System.nanoTime();
      ring.api(1, 0, i, 0, t, t, null); // waits for room
    }
  }

  @Test
  void oneThatDoesNotReturnStarvesNobodyAndItsLossesAreItsOwn() throws Exception {
    FakeRing ring = tracer.addRing(1 << 12, 0);
    Blocking blocking = new Blocking();
    AtomicLong other = new AtomicLong();
    ListenerRegistration blocked = drain.addListener("blocked", blocking, ALL);
    ListenerRegistration quick =
        drain.addListener("quick", parts -> other.addAndGet(count(parts)), ALL);
    write(ring, 1);
    blocking.entered.await();
    for (int left = 200_000; left > 0; left -= 10_000) {
      write(ring, 10_000);
      assertThat(drain.flush(1)).as("not while one is blocked").isFalse();
      DrainTest.await(ring::isEmpty);
      long written = 200_001L - left + 10_000;
      DrainTest.await(() -> other.get() == written);
    }
    assertThat(quick.lost()).isZero();
    assertThat(blocked.lost()).isBetween(100_000L, 200_000L - ListenerQueue.BATCH);
    assertThat(drain.lost()).isEqualTo(Map.of("All/listener", blocked.lost()));
    assertThat(drain.lostByListener()).isEqualTo(Map.of("blocked", blocked.lost()));
    blocking.release.countDown();
    DrainTest.await(() -> blocking.got.get() + blocked.lost() == 200_001);
  }

  @Test
  void closeDeliversWhatWasRecordedBeforeIt() {
    FakeRing ring = tracer.addRing(1 << 12, 0);
    for (int round = 0; round < 50; round++) {
      AtomicLong got = new AtomicLong();
      ListenerRegistration registration =
          drain.addListener("closed", parts -> got.addAndGet(count(parts)), ALL);
      write(ring, 1_000);
      registration.close();
      assertThat(got).hasValue(1_000);
      assertThat(registration.lost()).isZero();
    }
    assertThat(drain.lost()).isEmpty();
  }

  @Test
  void closeFromWithinDeliversWhatWasRecordedBeforeIt() throws Exception {
    FakeRing ring = tracer.addRing(1 << 12, 0);
    Blocking closing = new Blocking();
    ListenerRegistration registration = drain.addListener("closing", closing, ALL);
    CountDownLatch closed = new CountDownLatch(1);
    closing.first =
        () -> {
          registration.close();
          closed.countDown();
        };
    write(ring, 1);
    closing.entered.await();
    write(ring, 999);
    closing.release.countDown();
    closed.await();
    write(ring, 50); // after it
    DrainTest.await(() -> closing.got.get() + registration.lost() == 1_000);
    assertThat(registration.lost()).isZero();
    DrainTest.await(() -> tracer.wanted == 0);
    assertThat(closing.got).hasValue(1_000);
  }

  @Test
  void closeOfOneThatDoesNotReturnEndsAndCountsTheRest() throws Exception {
    FakeRing ring = tracer.addRing(1 << 12, 0);
    Blocking blocking = new Blocking();
    ListenerRegistration registration = drain.addListener("blocked", blocking, ALL);
    write(ring, 1);
    blocking.entered.await();
    write(ring, 1_000);
    registration.close();
    assertThat(registration.lost()).isEqualTo(1_000);
    assertThat(drain.lost()).isEqualTo(Map.of("All/listener", 1_000L));
    blocking.release.countDown();
    DrainTest.await(() -> tracer.wanted == 0);
    assertThat(blocking.got).hasValue(1);
  }

  @Test
  void flushDeliversWhatWasRecordedBeforeIt() {
    FakeRing ring = tracer.addRing(1 << 12, 0);
    AtomicLong got = new AtomicLong();
    drain.addListener("flushed", parts -> got.addAndGet(count(parts)), ALL);
    for (int round = 1; round <= 50; round++) {
      write(ring, 1_000);
      assertThat(drain.flush(TimeUnit.SECONDS.toNanos(30))).isTrue();
      assertThat(got).hasValue(1_000L * round);
    }
  }

  @Test
  void flushFromWithinDoesNotWaitForTheListenerItself() throws Exception {
    FakeRing ring = tracer.addRing(1 << 12, 0);
    Blocking flushing = new Blocking();
    drain.addListener("flushing", flushing, ALL);
    CountDownLatch flushed = new CountDownLatch(1);
    flushing.first =
        () -> {
          if (drain.flush(TimeUnit.SECONDS.toNanos(3_600))) {
            flushed.countDown();
          }
        };
    write(ring, 1);
    flushing.entered.await();
    write(ring, 10);
    flushing.release.countDown();
    assertThat(flushed.await(30, TimeUnit.SECONDS)).isTrue();
    DrainTest.await(() -> flushing.got.get() == 11);
  }

  /** With JFR or without: this drain has not heard of JFR. */
  @Test
  void theRestIsDeliveredAtExit() {
    FakeRing ring = tracer.addRing(1 << 12, 0);
    AtomicLong got = new AtomicLong();
    drain.addListener("last", parts -> got.addAndGet(count(parts)), ALL);
    write(ring, 1_000);
    drain.exit();
    assertThat(got).hasValue(1_000);
    assertThat(tracer.exiting).isTrue();
  }

  @Test
  void itsThreadInheritsNothingOfTheApplication() throws Exception {
    FakeRing ring = tracer.addRing(64, 0);
    List<Object> seen = Collections.synchronizedList(new ArrayList<>());
    ThreadGroup group = new ThreadGroup("application");
    ListenerRegistration[] registration = {null};
    Thread application =
        new Thread(
            group,
            () -> {
              INHERITABLE.set("application");
              Thread.currentThread().setContextClassLoader(new ClassLoader() {});
              registration[0] =
                  drain.addListener(
                      "named",
                      parts -> {
                        Thread thread = Thread.currentThread();
                        seen.add(thread.getName());
                        seen.add(thread.isDaemon());
                        seen.add(thread.getThreadGroup() == group);
                        seen.add(String.valueOf(thread.getContextClassLoader()));
                        seen.add(String.valueOf(INHERITABLE.get()));
                      },
                      ALL);
            });
    application.start();
    application.join();
    write(ring, 1);
    registration[0].close();
    assertThat(seen).containsExactly("rocjfr-listener-named", true, false, "null", "null");
  }
}
