// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SpanTracesTest {
  private static final int WAYS = 4;

  /** Only what is the oldest of a full set goes: here of two sets, told apart by their hash. */
  @Test
  void theLatestOfEachSetAreKept() {
    long seed = System.nanoTime();
    SplittableRandom random = new SplittableRandom(seed);
    SpanTraces traces = new SpanTraces(3);
    Deque<Long> upper = new ArrayDeque<>();
    Deque<Long> lower = new ArrayDeque<>();
    for (int i = 0; i < 10_000; i++) {
      long id = random.nextLong();
      traces.put(id, id + 1, id + 2, 1);
      Deque<Long> set = id * 0x9E3779B97F4A7C15L < 0 ? upper : lower;
      set.add(id);
      if (set.size() > WAYS) {
        assertThat(traces.find(set.remove())).as("seed %d: the oldest", seed).isFalse();
      }
      for (Deque<Long> kept : List.of(upper, lower)) {
        for (long other : kept) {
          assertThat(traces.find(other)).as("seed %d, span %d", seed, i).isTrue();
          assertThat(traces.traceIdHigh()).isEqualTo(other + 1);
          assertThat(traces.traceIdLow()).isEqualTo(other + 2);
          assertThat(traces.traceFlags()).isEqualTo(1);
        }
      }
    }
  }

  @Test
  void aSpanIsChangedInItsPlace() {
    SpanTraces traces = new SpanTraces(3);
    for (int i = 0; i < 2 * WAYS; i++) {
      traces.put(5, 1, 2, i);
      assertThat(traces.traceFlags()).isEqualTo(i);
    }
    assertThat(traces.find(6)).isFalse();
    assertThat(traces.find(5)).isTrue();
  }
}
