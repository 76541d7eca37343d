// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How long JFR's hooks may wait, by a clock that the test holds. */
class ChunkEndTest {
  private static final long MOST = TimeUnit.SECONDS.toNanos(2);

  private long now = 1;
  private final ChunkEnd end = new ChunkEnd(() -> now);

  private void waits(long nanos, boolean inVain) {
    now += nanos;
    end.end(nanos, inVain);
  }

  @Test
  void theHooksOfOneEndShareTwoSeconds() {
    assertThat(end.begin(0)).isEqualTo(MOST);
    waits(MOST / 4, false);
    assertThat(end.begin(1)).isEqualTo(MOST - MOST / 4);
    waits(MOST / 2, false);
    assertThat(end.begin(2)).isEqualTo(MOST / 4);
    waits(MOST / 4 + 1, false);
    // The begin of the next chunk: the first hook again.
    assertThat(end.begin(0)).isZero();
  }

  @Test
  void whereOneHasWaitedInVainTheOthersDoNot() {
    assertThat(end.begin(0)).isEqualTo(MOST);
    waits(10, true);
    assertThat(end.begin(1)).isZero();
    waits(0, true);
    assertThat(end.begin(0)).isZero();
    waits(0, false);
    now += TimeUnit.SECONDS.toNanos(1) + 1;
    assertThat(end.begin(1)).as("another end, later").isEqualTo(MOST);
  }

  @Test
  void aHookThatComesAgainBelongsToAnotherEnd() {
    assertThat(end.begin(1)).isEqualTo(MOST);
    waits(MOST / 2, false);
    assertThat(end.begin(1)).isEqualTo(MOST);
  }

  @Test
  void anotherThreadIsAtAnotherEnd() throws InterruptedException {
    assertThat(end.begin(0)).isEqualTo(MOST);
    waits(MOST, true);
    long[] most = {0};
    Thread other = new Thread(() -> most[0] = end.begin(1));
    other.start();
    other.join();
    assertThat(most[0]).isEqualTo(MOST);
  }
}
