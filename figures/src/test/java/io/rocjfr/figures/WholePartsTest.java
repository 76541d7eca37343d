// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WholePartsTest {
  @Test
  void theLargestRemaindersGain() {
    assertThat(WholeParts.of(new double[] {1.4, 2.5, 3.1}, 7)).containsExactly(1, 3, 3);
    assertThat(WholeParts.of(new double[] {0.5, 0.5}, 1)).containsExactly(1, 0);
    assertThat(WholeParts.of(new double[] {}, 0)).isEmpty();
  }

  /** A sum of many doubles is not what it should be. */
  @Test
  void floatingPointMakesNoDifference() {
    assertThat(WholeParts.of(new double[] {699.999_999_9, 300.000_000_2}, 1000))
        .containsExactly(700, 300);
    assertThat(WholeParts.of(new double[] {3, 0, 2}, 4)).containsExactly(3, 0, 1);
    assertThat(WholeParts.of(new double[] {3, 1}, 7)).containsExactly(5, 2);
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
      long[] all = WholeParts.of(parts, whole);
      assertThat(Arrays.stream(all).sum()).as("seed %d", seed).isEqualTo(whole);
      for (int i = 0; i < parts.length; i++) {
        assertThat(Math.abs(all[i] - parts[i])).as("seed %d", seed).isLessThan(1 + 1e-6);
      }
    }
  }
}
