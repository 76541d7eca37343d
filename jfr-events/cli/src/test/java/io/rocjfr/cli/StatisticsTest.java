// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatisticsTest {
  @Test
  void nothingIsZero() {
    Statistics none = new Statistics();
    assertThat(none.count()).isZero();
    assertThat(none.average()).isZero();
    assertThat(none.min()).isZero();
    assertThat(none.percentile(99)).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 16, 17, 1000, 100_000})
  void percentilesAreThoseOfTheSortedValues(int count) {
    Random random = new Random(count);
    long[] values = new long[count];
    Statistics whole = new Statistics();
    Statistics[] parts = {new Statistics(), new Statistics(), new Statistics()};
    for (int i = 0; i < count; i++) {
      values[i] = (long) Math.exp(random.nextDouble() * 30);
      whole.add(values[i]);
      parts[random.nextInt(3)].add(values[i]);
    }
    Statistics united = new Statistics();
    for (Statistics part : parts) {
      united.add(part);
    }
    Arrays.sort(values);
    for (Statistics statistics : new Statistics[] {whole, united}) {
      assertThat(statistics.count()).isEqualTo(count);
      assertThat(statistics.total()).isEqualTo(Arrays.stream(values).sum());
      assertThat(statistics.min()).isEqualTo(values[0]);
      assertThat(statistics.max()).isEqualTo(values[count - 1]);
      for (double percentage : new double[] {0, 1, 50, 90, 99, 100}) {
        int rank = Math.max(1, (int) Math.ceil(percentage / 100 * count));
        long exact = values[rank - 1];
        assertThat(statistics.percentile(percentage)).isCloseTo(exact, within(exact / 1000 + 1));
      }
    }
  }
}
