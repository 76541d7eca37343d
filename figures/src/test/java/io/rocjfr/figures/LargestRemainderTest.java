// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LargestRemainderTest {
  @Test
  void theLargestRemaindersGain() {
    assertThat(LargestRemainder.of(new double[] {1.4, 2.5, 3.1}, 7)).containsExactly(1, 3, 3);
    assertThat(LargestRemainder.of(new double[] {0.5, 0.5}, 1)).containsExactly(1, 0);
    assertThat(LargestRemainder.of(new double[] {}, 0)).isEmpty();
  }

  /** A sum of many doubles is not what it should be. */
  @Test
  void floatingPointMakesNoDifference() {
    assertThat(LargestRemainder.of(new double[] {699.999_999_9, 300.000_000_2}, 1000))
        .containsExactly(700, 300);
    assertThat(LargestRemainder.of(new double[] {3, 0, 2}, 4)).containsExactly(3, 0, 1);
    assertThat(LargestRemainder.of(new double[] {3, 1}, 7)).containsExactly(5, 2);
  }

  @Test
  void theyAddUpAndAreNear() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 2000; round++) {
      long whole = random.nextInt(1 + random.nextInt(1_000_000));
      double[] parts = random.doubles(1 + random.nextInt(50)).toArray();
      double sum = Arrays.stream(parts).sum();
      parts = Arrays.stream(parts).map(part -> part / sum * whole).toArray();
      long[] all = LargestRemainder.of(parts, whole);
      assertThat(Arrays.stream(all).sum()).as("seed %d", seed).isEqualTo(whole);
      for (int i = 0; i < parts.length; i++) {
        assertThat(Math.abs(all[i] - parts[i])).as("seed %d", seed).isLessThan(1 + 1e-6);
      }
    }
  }

  /** As numbers of a damaged file may be: one by one this would never end. */
  @Test
  void partsThatAreNotTheWholeAddUpToIt() {
    long much = Long.MAX_VALUE;
    assertThat(LargestRemainder.of(new double[] {0, 0}, much))
        .containsExactly(much / 2 + 1, much / 2);
    assertThat(LargestRemainder.of(new double[] {0, 0}, -1)).containsExactly(0, 0);
    assertThat(LargestRemainder.of(new double[] {0, 5}, Long.MIN_VALUE)).containsExactly(0, 0);
    assertThat(LargestRemainder.of(new double[] {4e18, 4e18, 1}, 10)).containsExactly(10, 0, 0);
    assertThat(LargestRemainder.of(new double[] {1, 9e18, 9e18}, much))
        .containsExactly(1, 9_000_000_000_000_000_000L, much - 9_000_000_000_000_000_001L);
    assertThat(LargestRemainder.of(new double[] {Double.NaN, Double.POSITIVE_INFINITY, -7}, 3))
        .containsExactly(0, 3, 0);
  }

  @Test
  void whatIsMissingIsSharedAsOneByOne() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 2000; round++) {
      double[] parts = random.doubles(1 + random.nextInt(9), 0, 20).toArray();
      long floors = Arrays.stream(parts).mapToLong(part -> (long) part).sum();
      long missing = random.nextLong(100);
      assertThat(LargestRemainder.of(parts, floors + missing))
          .as("seed %d", seed)
          .isEqualTo(oneByOne(parts, missing));
    }
  }

  private static long[] oneByOne(double[] parts, long missing) {
    long[] all = Arrays.stream(parts).mapToLong(part -> (long) part).toArray();
    int[] order =
        IntStream.range(0, parts.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> all[i] - parts[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    for (int i = 0; i < missing; i++) {
      all[order[i % order.length]]++;
    }
    return all;
  }
}
