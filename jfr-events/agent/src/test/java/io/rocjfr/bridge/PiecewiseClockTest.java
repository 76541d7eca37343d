// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PiecewiseClockTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long HOUR = 3600 * SECOND;

  /** The true time of the target clock at a time of the source clock. */
  private interface Truth {
    double at(long source);
  }

  /** Samples as the drain does, converts records of the last drain period, checks each. */
  private static final class Run {
    final Random random;
    final PiecewiseClock clock = new PiecewiseClock(1, 3e-4, SECOND);
    final SampleGate gate = new SampleGate();
    final Truth truth;
    double worst;
    int samples;
    long lastSource = Long.MIN_VALUE;
    long lastTarget = Long.MIN_VALUE;
    long converted;

    Run(long seed, Truth truth) {
      System.out.println("seed " + seed);
      random = new Random(seed);
      this.truth = truth;
    }

    /**
     * A sample somewhere within its window, usually narrow and sometimes very wide. Not the first
     * ones: what the tracer gives is the tightest of eight readings, and there is nothing yet to
     * tell a wide one by.
     */
    void sample(long source) {
      boolean wide = samples++ > 4 && random.nextInt(20) == 0;
      long width = wide ? 1_000_000 : 200 + (long) (random.nextDouble() * 1_000);
      double within = random.nextDouble();
      double before = truth.at(source) - within * width;
      if (gate.accept(width)) {
        clock.sample(source, Math.round(before + width / 2.0), width / 2.0);
      }
    }

    void convert(long source) {
      long target = clock.convert(source);
      worst = Math.max(worst, Math.abs(target - truth.at(source)));
      if (source >= lastSource) {
        assertThat(target).isGreaterThanOrEqualTo(lastTarget);
        lastSource = source;
        lastTarget = target;
      }
      converted++;
    }

    /** Drains each 10 ms, samples each 100 ms (at first each time). */
    void drains(long from, int count) {
      for (int i = 0; i < count; i++) {
        long now = from + i * SECOND / 100;
        if (i < 20 || i % 10 == 0) {
          sample(now);
        }
        long time = now - SECOND / 100;
        for (int k = 0; k < 20 && i > 0; k++) {
          time += random.nextInt((int) (SECOND / 2000));
          convert(time);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {200e-6, -200e-6, 0, 20e-6})
  void followsAClockThatIsAnHourOffAndDrifts(double drift) {
    long start = 77 * HOUR;
    Run run = new Run(System.nanoTime(), x -> (x - start) * (1 + drift) + 76.0 * HOUR);
    run.drains(start, 1_000);
    assertThat(run.converted).isGreaterThan(10_000);
    assertThat(run.worst).as("error in ns").isLessThan(5_000);
    assertThat(run.clock.errorBound()).isBetween(100.0, 5_000.0);
    assertThat(run.clock.slope()).isCloseTo(1 + drift, offset(3e-6));
  }

  @Test
  void theBoundIsNotBelowTheError() {
    Random seeds = new Random();
    for (int round = 0; round < 20; round++) {
      double drift = (seeds.nextDouble() - 0.5) * 4e-4;
      Run run = new Run(seeds.nextLong(), x -> x * (1 + drift) - 5.0 * SECOND);
      run.drains(10 * SECOND, 100);
      double bound = run.clock.errorBound();
      run.worst = 0;
      run.drains(11 * SECOND + SECOND / 100, 15);
      assertThat(run.worst).isLessThanOrEqualTo(Math.max(bound, run.clock.errorBound()));
    }
  }

  @Test
  void followsADriftThatChanges() {
    // As a crystal that warms up: 50 ppm in 10 s.
    Run run =
        new Run(
            System.nanoTime(),
            x -> {
              double seconds = (x - 100.0 * SECOND) / SECOND;
              return x + 1e3 * (100 * seconds + 2.5 * seconds * seconds);
            });
    run.drains(100 * SECOND, 1_000);
    assertThat(run.worst).isLessThan(10_000);
  }

  @Test
  void neverGoesBackAcrossSamplesAndAges() {
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    PiecewiseClock clock = new PiecewiseClock(1, 3e-4, SECOND);
    TreeMap<Long, Long> all = new TreeMap<>();
    long now = HOUR;
    for (int i = 0; i < 3_000; i++) {
      now += random.nextInt(20_000_000);
      if (i % 3 == 0) {
        long noise = random.nextInt(60_000) - 30_000L; // far worse than real
        clock.sample(now, Math.round((now - HOUR) * 1.0002) + noise, 30_000);
      }
      for (int k = 0; k < 5; k++) {
        // Also times that lie ahead of the last sample, and old ones again.
        long time = now + random.nextInt(50_000_000) - 30_000_000;
        all.merge(
            time,
            clock.convert(time),
            (before, after) -> {
              assertThat(after).as("converted again").isEqualTo(before);
              return before;
            });
      }
    }
    long previous = Long.MIN_VALUE;
    for (var entry : all.entrySet()) {
      assertThat(entry.getValue()).isGreaterThanOrEqualTo(previous);
      previous = entry.getValue();
    }
  }

  @Test
  void interpolatesAcrossAnIdleHour() {
    PiecewiseClock clock = new PiecewiseClock(1, 3e-4, SECOND);
    clock.sample(0, 1_000, 100);
    clock.sample(SECOND, SECOND + 201_000, 100);
    clock.sample(HOUR, HOUR + 3600L * 200_000 + 1_000, 100);
    assertThat((double) clock.convert(HOUR - SECOND / 10))
        .isCloseTo(HOUR - SECOND / 10 + 3599.9 * 200_000 + 1_000, offset(500.0));
  }

  @Test
  void bridgesAJumpForwardAndStartsAnewAfterAJumpBack() {
    PiecewiseClock clock = new PiecewiseClock(1, 3e-4, SECOND);
    clock.sample(0, 0, 100);
    clock.sample(SECOND, SECOND, 100);
    assertThat(clock.convert(SECOND)).isEqualTo(SECOND);
    clock.sample(HOUR, 2 * SECOND, 100); // suspended: one clock went on
    assertThat(clock.convert(HOUR + 1_000)).isBetween(2 * SECOND + 900, 2 * SECOND + 1_100);
    clock.sample(5_000, 3 * SECOND, 100); // reset
    assertThat(clock.convert(6_000)).isEqualTo(3 * SECOND + 1_000);
  }

  /** Nothing happens while the machine sleeps, but before and afterwards. */
  @Test
  void timesAroundASleepAreOfTheirOwnSide() {
    PiecewiseClock clock = new PiecewiseClock(1, 3e-4, SECOND);
    clock.sample(0, 0, 100);
    clock.sample(SECOND, SECOND, 100);
    assertThat(clock.convert(SECOND)).isEqualTo(SECOND);
    clock.sample(HOUR, 3 * SECOND, 100); // both awake for two seconds
    double close = 2_000;
    assertThat((double) clock.convert(SECOND + SECOND / 2))
        .isCloseTo(SECOND + SECOND / 2, offset(close));
    assertThat((double) clock.convert(HOUR - SECOND / 2))
        .isCloseTo(3 * SECOND - SECOND / 2, offset(close));
    assertThat((double) clock.convert(HOUR + SECOND)).isCloseTo(4 * SECOND, offset(close));
    // A nap that is shorter than the time between two samples.
    clock.sample(HOUR + 9 * SECOND, 10 * SECOND, 100);
    assertThat((double) clock.convert(HOUR + 9 * SECOND - 1_000_000))
        .isCloseTo(10 * SECOND - 1_000_000, offset(close));
  }

  @Test
  void keepsABoundedHistory() {
    PiecewiseClock clock = new PiecewiseClock(1, 3e-4, SECOND);
    for (long i = 0; i < 20_000; i++) {
      clock.sample(i * SECOND / 10, i * SECOND / 10 + 500, 100);
      clock.convert(i * SECOND / 10 + 1);
    }
    assertThat(clock.convert(20_000 * SECOND / 10)).isEqualTo(20_000 * SECOND / 10 + 500);
  }

  @Test
  void isTheIdentityBeforeTheFirstSample() {
    PiecewiseClock clock = new PiecewiseClock(1, 3e-4, SECOND);
    assertThat(clock.convert(42)).isEqualTo(42);
    assertThat(clock.calibrated()).isFalse();
    assertThat(clock.errorBound()).isNegative();
  }
}
