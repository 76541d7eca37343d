// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Phaser;
import org.junit.jupiter.api.Test;

class SpanCountsTest {
  private static final int ALL = 2_000_000;
  private static final int BATCH = 100;

  private final SpanCounts counts = new SpanCounts();

  /** Whatever moment it is, what is neither exported nor dropped waits: never less than nothing. */
  @Test
  void theFiguresOfASnapshotAddUp() throws InterruptedException {
    Phaser begun = new Phaser(2);
    Thread worker =
        new Thread(
            () -> {
              begun.arriveAndAwaitAdvance();
              for (int i = 0; i < ALL; i += BATCH) {
                counts.produced(BATCH);
                counts.exported(BATCH - 1);
                counts.dropped(DropReason.QUEUE_FULL, 1);
              }
            });
    worker.start();
    begun.arriveAndAwaitAdvance();
    int taken = 0;
    while (worker.isAlive() || taken < 100) {
      SpanCounts.Snapshot now = counts.snapshot();
      long dropped = now.dropped().values().stream().mapToLong(Long::longValue).sum();
      assertThat(now.waiting()).isNotNegative();
      assertThat(now.exported() + dropped + now.waiting()).isEqualTo(now.produced());
      taken++;
    }
    worker.join();
    SpanCounts.Snapshot last = counts.snapshot();
    assertThat(last.produced()).isEqualTo(ALL);
    assertThat(last.waiting()).isZero();
  }
}
