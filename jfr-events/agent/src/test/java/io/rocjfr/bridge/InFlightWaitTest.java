// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** On a clock that only moves while the wait asks the tracer to wait. */
class InFlightWaitTest {
  private static final int PIECES = 6;
  private static final int PAUSE_MILLIS = 80;

  private final FakeTracer tracer = new FakeTracer();
  private long nanos;
  private long mostNanos = TimeUnit.SECONDS.toNanos(2);
  private int drains;

  /** Waits for work whose records come one by one, with pauses; how much is left then. */
  private long leftAfterWaiting() {
    tracer.inFlight.set(PIECES);
    tracer.onQuiesce = idleMillis -> nanos += TimeUnit.MILLISECONDS.toNanos(idleMillis);
    new InFlightWait(tracer, () -> nanos, 1)
        .await(
            () -> {
              drains++;
              long passed = TimeUnit.NANOSECONDS.toMillis(nanos);
              tracer.inFlight.set(Math.max(0, PIECES - passed / PAUSE_MILLIS));
            },
            mostNanos);
    return tracer.inFlight.get();
  }

  @Test
  void doesNotWaitLongForWhatDoesNotCome() {
    assertThat(leftAfterWaiting()).isEqualTo(PIECES);
    assertThat(TimeUnit.NANOSECONDS.toMillis(nanos)).as("without progress").isEqualTo(20);
    assertThat(drains).as("drains while it waited").isEqualTo(4);
  }

  /** A thread that reports finished work waits for room while others are drained. */
  @Test
  void waitsAsLongAsThreadsMayWaitForRoom() {
    tracer.longestWaitMillis = 10_000;
    assertThat(leftAfterWaiting()).isZero();
    assertThat(TimeUnit.NANOSECONDS.toMillis(nanos))
        .isBetween((long) PIECES * PAUSE_MILLIS, PIECES * PAUSE_MILLIS + 5L);
  }

  @Test
  void neverWaitsLongerThanItsCallerMay() {
    tracer.longestWaitMillis = 10_000;
    mostNanos = TimeUnit.MILLISECONDS.toNanos(100);
    assertThat(leftAfterWaiting()).isPositive();
    assertThat(TimeUnit.NANOSECONDS.toMillis(nanos)).isEqualTo(100);
  }

  private void await() {
    new InFlightWait(tracer, () -> nanos, 1).await(() -> drains++, mostNanos);
  }

  private long passedMillis() {
    return TimeUnit.NANOSECONDS.toMillis(nanos);
  }

  @Test
  void asksHipToReportBeforeItWaits() {
    tracer.inFlight.set(1);
    tracer.onQuiesce = idleMillis -> tracer.inFlight.set(0);
    await();
    assertThat(tracer.calls).containsExactly("askReports", "quiesce");
  }

  @Test
  void asksNothingWhereNothingIsInFlight() {
    await();
    assertThat(tracer.calls).isEmpty();
  }

  /** HIP reports it all at once, at a time of its own. */
  @Test
  void waitsLongerForWorkThatHasFinished() {
    tracer.inFlight.set(PIECES);
    tracer.toCome = () -> true;
    tracer.onQuiesce =
        idleMillis -> {
          nanos += TimeUnit.MILLISECONDS.toNanos(idleMillis);
          tracer.inFlight.set(passedMillis() < 1000 ? PIECES : 0);
        };
    await();
    assertThat(tracer.inFlight).hasValue(0);
    assertThat(passedMillis()).isEqualTo(1000);
  }

  @Test
  void doesNotWaitForEverForWorkThatHasFinished() {
    mostNanos = TimeUnit.SECONDS.toNanos(10);
    tracer.inFlight.set(PIECES);
    tracer.toCome = () -> true;
    tracer.onQuiesce = idleMillis -> nanos += TimeUnit.MILLISECONDS.toNanos(idleMillis);
    await();
    assertThat(passedMillis()).isEqualTo(1500);
  }

  /** What is left then still runs. */
  @Test
  void doesNotWaitLongOnceNothingIsToCome() {
    tracer.inFlight.set(PIECES);
    tracer.toCome = () -> passedMillis() < 100;
    tracer.onQuiesce = idleMillis -> nanos += TimeUnit.MILLISECONDS.toNanos(idleMillis);
    await();
    assertThat(passedMillis()).isEqualTo(100 - 5 + 20);
  }

  /** A service goes on while its recording stops. */
  @Test
  void doesNotWaitLongForWhatIsSubmittedMeanwhile() {
    tracer.inFlight.set(PIECES);
    tracer.toCome = () -> true;
    tracer.onQuiesce =
        idleMillis -> {
          nanos += TimeUnit.MILLISECONDS.toNanos(idleMillis);
          tracer.reported.incrementAndGet(); // and another one was submitted
        };
    await();
    assertThat(passedMillis()).isEqualTo(200);
  }

  @Test
  void whoNeedNotRemoveTheHookWaitsNoLonger() {
    tracer.inFlight.set(PIECES);
    tracer.toCome = () -> true;
    tracer.onQuiesce = idleMillis -> nanos += TimeUnit.MILLISECONDS.toNanos(idleMillis);
    new InFlightWait(tracer, () -> nanos, 1).await(() -> passedMillis() < 50);
    assertThat(passedMillis()).isEqualTo(50);
  }
}
