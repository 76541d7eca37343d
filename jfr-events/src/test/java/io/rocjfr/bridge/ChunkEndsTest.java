// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.bridge.ChunkEnds.Turn;
import org.junit.jupiter.api.Test;

class ChunkEndsTest {
  private static final int STATUS = 0;
  private static final int LOST = 1;
  private static final int CONTEXTS = 2;
  private static final long MOST = 2_000;

  private final ChunkEnds ends = new ChunkEnds(MOST);
  private final Inbox inbox = new Inbox(new Thread(), () -> {});

  /** A hook waits that long, and the drain answers within that or later. */
  private Turn hook(int number, long waited, boolean answered) {
    Turn turn = ends.begin(number);
    Inbox.Errand errand = inbox.ask(() -> {});
    if (answered) {
      inbox.doAll();
    }
    ends.end(errand, waited);
    return turn;
  }

  @Test
  void theWaitsOfOneRowTogetherAreBounded() {
    assertThat(hook(STATUS, 700, true).nanos()).isEqualTo(2_000);
    assertThat(hook(LOST, 800, true).nanos()).isEqualTo(1_300);
    assertThat(hook(CONTEXTS, 600, true).nanos()).isEqualTo(500);
    assertThat(hook(STATUS, 1, true).nanos()).as("of the next chunk's begin").isEqualTo(2_000);
    assertThat(hook(STATUS, 1, true).nanos()).as("of its end").isEqualTo(2_000);
    assertThat(hook(CONTEXTS, 1, true).nanos()).isEqualTo(1_999);
  }

  @Test
  void whoDidNotAnswerIsNotWaitedForAgainUntilItHas() {
    hook(STATUS, 2_000, false);
    assertThat(hook(LOST, 0, false).nanos()).isZero();
    assertThat(hook(CONTEXTS, 0, false).nanos()).isZero();
    assertThat(hook(STATUS, 0, false).nanos()).as("of the next row").isZero();
    inbox.doAll();
    assertThat(hook(LOST, 0, true).nanos()).isEqualTo(2_000);
  }

  @Test
  void anotherThreadsHookIsOfAnotherRow() throws Exception {
    hook(STATUS, 1_500, true);
    Turn[] turn = {null};
    Thread other = new Thread(() -> turn[0] = hook(LOST, 1, true));
    other.start();
    other.join();
    assertThat(turn[0].nanos()).isEqualTo(2_000);
  }

  @Test
  void onlyTheFirstHookOfAnEndWaitsForWork() {
    hook(STATUS, 0, true); // a begin
    assertThat(hook(STATUS, 0, true).forWork()).isTrue();
    assertThat(hook(LOST, 0, true).forWork()).isFalse();
    assertThat(hook(CONTEXTS, 0, true).forWork()).isFalse();
    assertThat(hook(STATUS, 0, true).forWork()).as("a begin").isFalse();
    assertThat(hook(LOST, 0, true).forWork()).as("without a status").isTrue();
    assertThat(hook(LOST, 0, true).forWork()).as("of the next chunk").isTrue();
  }
}
