// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.flame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How exact totals are split between stacks of which only some calls are known. */
class SharesTest {
  private final Map<Integer, Long> parts = new HashMap<>();
  private long total;
  private long call;

  private void split(Shares shares) {
    parts.clear();
    total = 0;
    shares.split(
        (node, work, value, count, basis) -> {
          parts.merge(node, value, Long::sum);
          total += value;
        });
  }

  @Test
  void withAllCallsKnownItIsExact() {
    Shares shares = new Shares();
    for (int i = 0; i < 1000; i++) {
      shares.add("gemm", "gemm", 1, ++call, 7, 1, i % 10 == 0 ? 1 : i % 10 < 3 ? 2 : 3, 1);
    }
    split(shares);
    assertThat(parts).isEqualTo(Map.of(1, 700L, 2, 1400L, 3, 4900L));
  }

  /** One kernel and grid, but what it does depends on who launches it; as do waits. */
  @Test
  void whoseWorkTakesLongerHasMoreOfIt() {
    Shares shares = new Shares();
    for (int i = 0; i < 1000; i++) {
      int stack = i % 10 == 0 ? 1 : i % 10 < 3 ? 2 : 3;
      shares.add("gemm", "gemm", 1, ++call, stack == 1 ? 500 : stack == 2 ? 100 : 10, 1, stack, 1);
    }
    split(shares);
    assertThat(parts).isEqualTo(Map.of(1, 50_000L, 2, 20_000L, 3, 7_000L));
  }

  /** The same, with one call of thirty known. */
  @Test
  void whoseWorkTakesLongerHasMoreOfItByEstimateToo() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Shares shares = new Shares();
    double[] real = new double[4];
    double all = 0;
    for (int i = 0; i < 600_000; i++) {
      int stack = i % 10 == 0 ? 1 : i % 10 < 3 ? 2 : 3;
      boolean picked = random.nextInt(30) == 0;
      double nanos = (stack == 1 ? 500 : stack == 2 ? 100 : 10) * (1 + random.nextDouble());
      real[stack] += nanos;
      all += nanos;
      shares.add("gemm", "gemm", 1, ++call, nanos, 1, picked ? stack : -1, picked ? 30 : 0);
    }
    split(shares);
    for (int stack = 1; stack < 4; stack++) {
      assertThat(parts.get(stack) / all)
          .as("seed %d", seed)
          .isCloseTo(real[stack] / all, within(0.03));
    }
  }

  /** 1 : 2 : 7 in a pattern that repeats, kernels of unequal length, and a few that take long. */
  @Test
  void estimatesAreNearWithTenThousandSamples() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Shares shares = new Shares();
    double exact = 0;
    double[] real = new double[4];
    for (int i = 0; i < 200_000; i++) {
      int stack = i % 10 == 0 ? 1 : i % 10 < 3 ? 2 : 3;
      boolean picked = random.nextInt(20) == 0;
      boolean large = random.nextInt(1000) == 0;
      double nanos = large ? 5e6 + random.nextInt(1000) : 1000 + random.nextInt(10);
      exact += nanos;
      real[stack] += nanos;
      shares.add(
          large ? "large" : "small",
          "gemm",
          1,
          ++call,
          nanos,
          1,
          picked ? stack : -1,
          picked ? 20 : 0);
    }
    split(shares);
    assertThat(total).as("seed %d", seed).isEqualTo((long) exact);
    assertThat(parts).as("seed %d", seed).containsOnlyKeys(1, 2, 3);
    // The few large ones have about ten samples: their total is exact, their split is not.
    shares = new Shares();
    random = new Random(seed);
    for (int i = 0; i < 200_000; i++) {
      int stack = i % 10 == 0 ? 1 : i % 10 < 3 ? 2 : 3;
      boolean picked = random.nextInt(20) == 0;
      shares.add("small", "gemm", 1, ++call, 1000, 1, picked ? stack : -1, picked ? 20 : 0);
    }
    split(shares);
    assertThat(parts.get(1) / 2e8).as("seed %d", seed).isCloseTo(0.1, within(0.03));
    assertThat(parts.get(2) / 2e8).as("seed %d", seed).isCloseTo(0.2, within(0.03));
    assertThat(parts.get(3) / 2e8).as("seed %d", seed).isCloseTo(0.7, within(0.03));
  }

  @Test
  void whatWasRefusedBelongsToNoKnownStack() {
    Shares shares = new Shares();
    for (int i = 0; i < 100; i++) {
      shares.add("gemm", "gemm", 1, ++call, 10, 1, i < 60 ? 1 : -1, i < 60 ? 1 : 0);
    }
    shares.refused(40);
    split(shares);
    assertThat(parts.get(1)).isEqualTo(600);
    assertThat(parts.get(-1)).isEqualTo(400);
  }

  /** As when stacks were recorded later than work: more are missing than chance leaves out. */
  @Test
  void whatIsMissingBeyondChanceBelongsToNoKnownStack() {
    Shares shares = new Shares();
    for (int i = 0; i < 100; i++) {
      shares.add("gemm", "gemm", 1, ++call, 10, 1, i < 60 ? 1 : -1, i < 60 ? 1 : 0);
    }
    split(shares);
    assertThat(parts.get(-1)).isEqualTo(400);
  }

  @Test
  void withoutASampleNothingIsKnown() {
    Shares shares = new Shares();
    shares.add("gemm", "gemm", 1, ++call, 10, 1, -1, 0);
    split(shares);
    assertThat(parts).isEqualTo(Map.of(-1, 10L));
  }

  /** Groups without end do not take memory without end, and nothing gets lost. */
  @Test
  void groupsAreBounded() {
    Shares shares = new Shares();
    for (int i = 0; i < 50_000; i++) {
      shares.add("copy " + i, "copy", 1, ++call, 1, 1, 1, 1);
    }
    split(shares);
    assertThat(total).isEqualTo(50_000);
  }
}
