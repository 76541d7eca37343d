// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What listeners are told when they are closed, when all is flushed, and at the exit. */
@Timeout(1800)
class ListenerEndTest extends ListenerFixture {
  @Test
  void isToldOfWhatWasRecordedBeforeItsClose() {
    tracer.published = false; // so that the drain thread does not look by itself
    FakeRing ring = tracer.addRing(1 << 14, 0);
    AtomicLong got = new AtomicLong();
    Runnable remove = drain.addListener(parts -> got.addAndGet(count(parts)), ALL);
    long t = System.nanoTime();
    for (int i = 0; i < 5000; i++) {
      ring.api(1, 0, i, 0, t, t, null);
    }
    remove.run();
    assertThat(got).hasValue(5000);
    assertThat(drain.lost()).isEmpty();
  }

  @Test
  void itsCloseWaitsForWorkInFlight() {
    FakeRing ring = tracer.addRing(64, 0);
    AtomicLong got = new AtomicLong();
    Runnable remove = drain.addListener(parts -> got.addAndGet(count(parts)), ALL);
    tracer.inFlight.set(1);
    tracer.onQuiesce =
        idleMillis -> {
          if (tracer.inFlight.getAndSet(0) == 1) {
            ring.op(Layout.OP_DISPATCH, 0x11F0, 1, 1, 2, 1, 0, null);
          }
        };
    remove.run();
    assertThat(got).hasValue(1);
  }

  @Test
  void itsCloseWithinItselfDeliversWhatWasRecordedBefore() {
    tracer.published = false; // so that the drain thread does not look by itself
    FakeRing ring = tracer.addRing(1 << 14, 0);
    AtomicLong got = new AtomicLong();
    AtomicLong calls = new AtomicLong();
    AtomicReference<Thread> its = new AtomicReference<>();
    Runnable[] remove = {null};
    remove[0] =
        drain.addListener(
            parts -> {
              if (calls.getAndIncrement() == 0) {
                its.set(Thread.currentThread());
                calls(ring, 5000);
                remove[0].run();
                calls(ring, 1000); // not before
              }
              got.addAndGet(count(parts));
            },
            ALL);
    calls(ring, 1);
    assertThat(drain.flush(TimeUnit.MINUTES.toNanos(10))).isTrue();
    DrainTest.await(() -> its.get() != null && !its.get().isAlive()); // it has been told all
    DrainTest.await(() -> tracer.wanted == 0);
    assertThat(got).hasValue(5001);
    assertThat(drain.lost()).isEmpty();
  }

  @Test
  void itsCloseWaitsForNothingWithinItself() {
    FakeRing ring = tracer.addRing(64, 0);
    AtomicLong closed = new AtomicLong();
    Runnable[] remove = {null};
    Consumer<Object[]> closing =
        parts -> {
          remove[0].run();
          closed.addAndGet(count(parts));
        };
    AtomicLong other = new AtomicLong();
    drain.addListener(parts -> other.addAndGet(count(parts)), ALL);
    remove[0] = drain.addListener(closing, ALL);
    long t = System.nanoTime();
    ring.api(1, 0, 1, 0, t, t, null);
    DrainTest.await(() -> closed.get() == 1 && other.get() == 1);
    ring.api(1, 0, 2, 0, t, t, null);
    DrainTest.await(() -> other.get() == 2);
    assertThat(closed).hasValue(1);
  }

  @Test
  void whatItsCloseCannotDeliverIsCounted() {
    useAnImpatientDrain();
    FakeRing ring = tracer.addRing(1 << 14, 0);
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch blocked = new CountDownLatch(1);
    AtomicLong got = new AtomicLong();
    AtomicLong other = new AtomicLong();
    Runnable remove =
        addToImpatientDrain(
            parts -> {
              blocked.countDown();
              await(release);
              got.addAndGet(count(parts));
            });
    drain.addListener(parts -> other.addAndGet(count(parts)), ALL);
    calls(ring, 1);
    await(blocked);
    calls(ring, 5000);
    DrainTest.await(() -> other.get() == 5001); // it has them all, not only the rings
    remove.run(); // ends
    assertThat(release.getCount()).isOne();
    assertThat(((LongSupplier) remove).getAsLong()).isEqualTo(5000);
    assertThat(drain.lost()).isEqualTo(Map.of("All/listener", 5000L));
    release.countDown();
    DrainTest.await(() -> got.get() > 0);
    assertThat(drain.flush(TimeUnit.MINUTES.toNanos(10))).isTrue();
    assertThat(got).hasValue(1);
  }

  /** It is still in the rings. */
  @Test
  void whatTheDrainHasNotTakenWhenItsCloseGivesUpIsCounted() {
    useAnImpatientDrain();
    FakeRing ring = tracer.addRing(1 << 14, 0);
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch held = new CountDownLatch(1);
    AtomicLong got = new AtomicLong();
    Runnable remove = addToImpatientDrain(parts -> got.addAndGet(count(parts)));
    tracer.onRings =
        () -> {
          if (Thread.currentThread().getName().equals("rocjfr-drain")) {
            held.countDown();
            await(release);
          }
        };
    await(held);
    calls(ring, 5000);
    remove.run(); // ends
    assertThat(release.getCount()).isOne();
    release.countDown();
    assertThat(drain.flush(TimeUnit.MINUTES.toNanos(10))).isTrue();
    assertThat(got).hasValue(0);
    assertThat(((LongSupplier) remove).getAsLong()).isEqualTo(5000);
    assertThat(drain.lost()).isEqualTo(Map.of("All/listener", 5000L));
  }

  @Test
  void aFlushDeliversWhatWasRecordedBefore() {
    tracer.published = false;
    FakeRing ring = tracer.addRing(1 << 14, 0);
    AtomicLong got = new AtomicLong();
    drain.addListener(parts -> got.addAndGet(count(parts)), ALL);
    calls(ring, 5000);
    assertThat(drain.flush(TimeUnit.MINUTES.toNanos(10))).isTrue();
    assertThat(got).hasValue(5000);
  }

  /** It would wait for itself. */
  @Test
  void aFlushWithinAListenerWaitsForTheOthers() {
    tracer.published = false;
    FakeRing ring = tracer.addRing(1 << 14, 0);
    AtomicLong other = new AtomicLong();
    AtomicLong seen = new AtomicLong(-1);
    AtomicBoolean flushed = new AtomicBoolean();
    drain.addListener(parts -> other.addAndGet(count(parts)), ALL);
    drain.addListener(
        parts -> {
          if (seen.get() < 0) {
            calls(ring, 4999);
            flushed.set(drain.flush(TimeUnit.MINUTES.toNanos(10)));
            seen.set(other.get());
          }
        },
        ALL);
    calls(ring, 1);
    assertThat(drain.flush(TimeUnit.MINUTES.toNanos(10))).isTrue();
    DrainTest.await(() -> seen.get() >= 0);
    assertThat(flushed).isTrue();
    assertThat(seen).hasValue(5000);
  }

  @Test
  void aFlushEndsInTime() {
    FakeRing ring = tracer.addRing(1 << 14, 0);
    CountDownLatch release = new CountDownLatch(1);
    drain.addListener(parts -> await(release), ALL);
    calls(ring, 1);
    assertThat(drain.flush(TimeUnit.MILLISECONDS.toNanos(50))).isFalse();
    release.countDown();
    assertThat(drain.flush(TimeUnit.MINUTES.toNanos(10))).isTrue();
  }

  @Test
  void theExitCountsWhatAListenerThatDoesNotReturnWillNotGet() {
    useAnImpatientDrain();
    FakeRing ring = tracer.addRing(1 << 14, 0);
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch blocked = new CountDownLatch(1);
    AtomicLong other = new AtomicLong();
    Runnable stuck =
        addToImpatientDrain(
            parts -> {
              blocked.countDown();
              await(release);
            });
    drain.addListener(parts -> other.addAndGet(count(parts)), ALL);
    calls(ring, 1);
    await(blocked);
    calls(ring, 5000);
    DrainTest.await(() -> other.get() == 5001);
    drain.exit(); // ends
    assertThat(((LongSupplier) stuck).getAsLong()).isEqualTo(5000);
    assertThat(drain.lost()).isEqualTo(Map.of("All/listener", 5000L));
    release.countDown();
  }

  /** One that only is slow is not stuck: it goes on until the JVM has ended. */
  @Test
  void theExitTakesNothingFromAListenerThatIsSlow() {
    useAnImpatientDrain();
    FakeRing ring = tracer.addRing(1 << 14, 0);
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch exits = new CountDownLatch(1);
    CountDownLatch next = new CountDownLatch(1);
    AtomicLong told = new AtomicLong();
    Runnable slow =
        addToImpatientDrain(
            parts -> {
              if (told.getAndAdd(count(parts)) > 0) {
                next.countDown();
                await(release);
              } else {
                await(exits);
              }
            });
    calls(ring, 1);
    DrainTest.await(() -> told.get() == 1);
    calls(ring, 5000);
    Thread test = Thread.currentThread();
    tracer.woken =
        () -> {
          if (Thread.currentThread() == test) { // the exit has begun
            exits.countDown();
            await(next);
          }
        };
    drain.exit();
    tracer.woken = () -> {};
    assertThat(((LongSupplier) slow).getAsLong()).isZero();
    release.countDown();
    assertThat(drain.flush(TimeUnit.MINUTES.toNanos(10))).isTrue();
    assertThat(told).hasValue(5001);
  }

  @Test
  void theExitDeliversTheRest() {
    tracer.published = false;
    FakeRing ring = tracer.addRing(1 << 14, 0);
    AtomicLong got = new AtomicLong();
    drain.addListener(parts -> got.addAndGet(count(parts)), ALL);
    calls(ring, 5000);
    drain.exit();
    assertThat(got).hasValue(5000);
    assertThat(tracer.exiting).isTrue();
  }
}
