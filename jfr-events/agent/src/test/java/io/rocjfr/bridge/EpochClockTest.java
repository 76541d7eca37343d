// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class EpochClockTest {
  private static final long SECOND = 1_000_000_000L;

  /** How far the clocks are apart. */
  private long apart = 1_700_000_000L * SECOND;

  /** What each look at a clock takes, from the first on; what is not said takes 100 ns. */
  private long[] takes = {};

  private int looks;
  private long now = 5 * SECOND;

  private final EpochClock clock =
      new EpochClock(
          this::look,
          () -> {
            long epoch = look() + apart;
            return Instant.ofEpochSecond(epoch / SECOND, epoch % SECOND);
          });

  private long look() {
    long read = now;
    now += looks < takes.length ? takes[looks] : 100;
    looks++;
    return read;
  }

  private void sample(long... preempted) {
    takes = preempted;
    looks = 0;
    clock.sample();
  }

  private long error() {
    return clock.convert(now) - now - apart;
  }

  @Test
  void aPreemptionShiftsNothing() {
    sample(SECOND); // before the epoch is read, the first time
    assertThat(error()).isBetween(-100L, 100L);
    sample(100, SECOND); // and after it
    assertThat(error()).isBetween(-100L, 100L);
    sample(100, 100, 100, SECOND, 100, 100, 100, SECOND, 100, SECOND, SECOND);
    assertThat(error()).isBetween(-100L, 100L);
  }

  /** By how much it is off is not known then. */
  @Test
  void whereAllReadingsAreWideItStays() {
    sample();
    long known = error();
    long[] all = new long[20];
    java.util.Arrays.fill(all, 2_000_000);
    apart += 1_000_000;
    sample(all);
    assertThat(error()).isEqualTo(known - 1_000_000);
    sample();
    assertThat(error()).isBetween(-100L, 100L);
  }

  @Test
  void followsAClockThatIsSet() {
    sample();
    apart -= 3_600 * SECOND;
    sample();
    assertThat(error()).isBetween(-100L, 100L);
  }

  @Test
  void whatIsNotSeenIsNoStep() {
    sample();
    long known = clock.convert(0);
    apart += 20_000;
    sample();
    assertThat(clock.convert(0)).isEqualTo(known);
  }
}
