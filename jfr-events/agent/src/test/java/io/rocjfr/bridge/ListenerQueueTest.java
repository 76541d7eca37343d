// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.ActivityKind;
import io.rocjfr.CopyDirection;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

class ListenerQueueTest {
  private final LongAdder dropped = new LongAdder();
  private final ListenerQueue queue = new ListenerQueue(-1, dropped);
  private final Clocks clocks = new Clocks(new FakeTracer());
  private final DecodedActivity activity = new DecodedActivity();

  /** A pass of the drain. */
  private void pass(int activities) {
    activity.kind = ActivityKind.HIP_API;
    activity.thread = ThreadCache.UNKNOWN;
    activity.direction = CopyDirection.UNKNOWN;
    queue.open();
    for (int i = 0; i < activities; i++) {
      queue.add(activity, clocks);
    }
  }

  private boolean isDone(long count) {
    return queue.awaitDone(count, System.nanoTime());
  }

  /** The drain takes back what it offered, and fills on: that is not delivered yet. */
  @Test
  void whatTheDrainTakesBackIsStillToBeDone() {
    pass(500);
    queue.offer();
    long before = queue.added();
    assertThat(before).isEqualTo(500);
    pass(100);
    assertThat(queue.added()).isEqualTo(500);
    assertThat(isDone(queue.added())).isFalse();
    queue.offer();
    assertThat(queue.added()).isEqualTo(600);
    ListenerQueue.Batch batch = queue.take();
    assertThat(batch.count()).isEqualTo(600);
    queue.giveBack(batch);
    assertThat(isDone(600)).isTrue();
    assertThat(isDone(601)).isFalse();
    pass(ListenerQueue.BATCH + 10); // one is handed over full
    assertThat(queue.added()).isEqualTo(600 + ListenerQueue.BATCH);
    queue.offer();
    assertThat(queue.added()).isEqualTo(600 + ListenerQueue.BATCH + 10);
  }

  @Test
  void whatIsAbandonedWhileTheDrainHasItIsDone() {
    pass(500);
    queue.offer();
    pass(100);
    queue.abandon();
    queue.offer();
    assertThat(queue.dropped()).isEqualTo(600);
    assertThat(isDone(500)).isTrue();
  }
}
