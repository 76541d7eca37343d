// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How long JFR's hooks may wait, by a clock that the test holds. */
class ChunkEndTest {
  private static final long MOST = TimeUnit.SECONDS.toNanos(2);
  private static final long WORK = TimeUnit.MILLISECONDS.toNanos(1500);

  private long now = 1;
  private final ChunkEnd end = new ChunkEnd(() -> now, 1);

  private void waits(long nanos, boolean inVain) {
    now += nanos;
    end.end(nanos, inVain);
  }

  @Test
  void theHooksOfOneEndShareTwoSeconds() {
    assertThat(end.begin(Drain.Hook.STATUS)).isEqualTo(MOST);
    waits(MOST / 4, false);
    assertThat(end.begin(Drain.Hook.LOSSES)).isEqualTo(MOST - MOST / 4);
    waits(MOST / 2, false);
    assertThat(end.begin(Drain.Hook.CONTEXTS)).isEqualTo(MOST / 4);
    waits(MOST / 8, false);
    assertThat(end.begin(Drain.Hook.LIVE)).isEqualTo(MOST / 8);
    waits(MOST / 16, false);
    assertThat(end.begin(Drain.Hook.SITES)).isEqualTo(MOST / 16);
    waits(MOST / 16 + 1, false);
    assertThat(end.begin(Drain.Hook.STATUS)).as("the next chunk begins").isNegative();
    waits(0, true);
    assertThat(end.begin(Drain.Hook.STATUS)).as("and ends").isEqualTo(MOST);
  }

  @Test
  void whereOneHasWaitedInVainTheOthersDoNot() {
    assertThat(end.begin(Drain.Hook.STATUS)).isEqualTo(MOST);
    waits(10, true);
    assertThat(end.begin(Drain.Hook.LOSSES)).isZero();
    waits(0, true);
    assertThat(end.begin(Drain.Hook.CONTEXTS)).isZero();
    waits(0, false);
    now += TimeUnit.SECONDS.toNanos(1) + 1;
    assertThat(end.begin(Drain.Hook.LOSSES)).as("another end, later").isEqualTo(MOST);
  }

  /** Without the status' hook, which is called at the begin of a chunk, too. */
  @Test
  void theNextEndIsWaitedForAgainSoonAfterOneInVain() {
    assertThat(end.begin(Drain.Hook.LOSSES)).isEqualTo(MOST);
    waits(10, true);
    assertThat(end.begin(Drain.Hook.CONTEXTS)).isZero();
    waits(0, true);
    assertThat(end.begin(Drain.Hook.LOSSES)).isEqualTo(MOST);
  }

  @Test
  void aHookThatComesAgainBelongsToAnotherEnd() {
    assertThat(end.begin(Drain.Hook.LOSSES)).isEqualTo(MOST);
    waits(MOST / 2, false);
    assertThat(end.begin(Drain.Hook.LOSSES)).isEqualTo(MOST);
  }

  @Test
  void anotherThreadIsAtAnotherEnd() throws InterruptedException {
    assertThat(end.begin(Drain.Hook.STATUS)).isEqualTo(MOST);
    waits(MOST, true);
    long[] most = {0};
    Thread other = new Thread(() -> most[0] = end.begin(Drain.Hook.LOSSES));
    other.start();
    other.join();
    assertThat(most[0]).isEqualTo(MOST);
  }

  @Test
  void theWaitForWorkTakesNothingFromTheCommit() {
    assertThat(end.begin(Drain.Hook.STATUS)).isEqualTo(MOST);
    assertThat(end.workNanos()).isEqualTo(WORK);
    now += WORK;
    end.workAwaited(WORK, false);
    assertThat(end.workNanos()).isZero();
    waits(MOST / 4, false);
    assertThat(end.begin(Drain.Hook.LOSSES)).isEqualTo(MOST - MOST / 4);
    assertThat(end.workNanos()).as("all hooks share it").isZero();
    waits(10, false);
    assertThat(end.begin(Drain.Hook.LOSSES)).as("the next end").isEqualTo(MOST);
    assertThat(end.workNanos()).isEqualTo(WORK);
  }

  /** However long the hooks take: on a busy machine seconds may pass between two of them. */
  @Test
  void whereOneHasWaitedForWorkInVainTheOthersDoNot() {
    end.begin(Drain.Hook.STATUS);
    end.workAwaited(10, true);
    waits(MOST / 2, false);
    end.begin(Drain.Hook.LOSSES);
    assertThat(end.workNanos()).isZero();
  }

  @Test
  void nobodyWaitsForWorkWhereTheCommitWasAwaitedInVain() {
    end.begin(Drain.Hook.STATUS);
    waits(10, true);
    end.begin(Drain.Hook.LOSSES);
    assertThat(end.workNanos()).isZero();
  }
}
