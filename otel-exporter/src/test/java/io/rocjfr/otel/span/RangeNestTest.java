// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.ActivityKind;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RangeNestTest {
  private static final int OUTERS = 10_000;

  /** By the begin of the inner one; -1 for none. */
  private final Map<Long, Long> parents = new HashMap<>();

  private final RangeNest nest =
      new RangeNest(
          (range, around) -> parents.put(range.begin, around == null ? -1 : around.begin));

  private static Activity range(int depth, long begin, long end) {
    Activity range = new Activity();
    range.kind = ActivityKind.ROCTX_RANGE;
    range.osThreadId = 7;
    range.depth = depth;
    range.begin = begin;
    range.end = end;
    return range;
  }

  @Test
  void innerOnesComeFirst() {
    nest.add(range(2, 12, 13));
    nest.add(range(1, 11, 14));
    nest.add(range(0, 10, 15));
    assertThat(parents).isEqualTo(Map.of(10L, -1L, 11L, 10L, 12L, 11L));
  }

  /** As two threads commit them, about the end of a chunk. */
  @Test
  void innerOnesThatComeLongAfterTheirOuterOneFindIt() {
    for (int i = 0; i < OUTERS; i++) {
      nest.add(range(0, 10L * i, 10L * i + 9));
    }
    for (int i = OUTERS - 1; i >= 0; i--) {
      nest.add(range(1, 10L * i + 1, 10L * i + 2));
    }
    for (int i = 0; i < OUTERS; i++) {
      assertThat(parents).containsEntry(10L * i + 1, 10L * i);
    }
  }

  /** A virtual thread that changed its carrier, and the one that got it. */
  @Test
  void rangesOfAVirtualThreadNestWhicheverCarrierTheyEndOn() {
    for (int thread = 1; thread <= 2; thread++) {
      Activity inner = range(1, 11 + 10 * thread, 14 + 10 * thread);
      inner.javaThreadId = thread;
      nest.add(inner);
    }
    for (int thread = 1; thread <= 2; thread++) {
      Activity outer = range(0, 10 + 10 * thread - thread, 15 + 10 * thread + thread);
      outer.javaThreadId = thread;
      outer.osThreadId = 7L + thread;
      nest.add(outer);
    }
    assertThat(parents).isEqualTo(Map.of(19L, -1L, 28L, -1L, 21L, 19L, 31L, 28L));
  }

  @Test
  void whatIsBetweenTwoOuterOnesIsInNeither() {
    nest.add(range(0, 10, 20));
    nest.add(range(0, 30, 40));
    nest.add(range(1, 22, 25));
    nest.add(range(1, 19, 21));
    nest.releaseAll();
    assertThat(parents).containsEntry(22L, -1L).containsEntry(19L, -1L);
  }

  @Test
  void itsMemoryIsBounded() {
    for (int i = 0; i < 40_000; i++) {
      nest.add(range(0, 10L * i, 10L * i + 9));
    }
    nest.add(range(1, 1, 2)); // of an outer one that has been forgotten
    nest.add(range(1, 10L * 39_999 + 1, 10L * 39_999 + 2));
    nest.releaseAll();
    assertThat(parents).containsEntry(1L, -1L).containsEntry(399_991L, 399_990L);
  }
}
