// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DistributionTest {
  @Test
  void nothingIsZero() {
    Distribution none = new Distribution();
    assertThat(none.count()).isZero();
    assertThat(none.average()).isZero();
    assertThat(none.min()).isZero();
    assertThat(none.percentile(99)).isZero();
  }

  @Test
  void whatHasNoValueIsCountedAndInNoOtherFigure() {
    Distribution some = new Distribution();
    some.add(10);
    some.addUntimed();
    Distribution none = new Distribution();
    none.addUntimed();
    assertThat(none.isUntimed()).isTrue();
    some.add(none);
    assertThat(some.isUntimed()).isFalse();
    assertThat(some.count()).isEqualTo(3);
    assertThat(some.timedCount()).isEqualTo(1);
    assertThat(some.average()).isEqualTo(10);
    assertThat(some.min()).isEqualTo(10);
    assertThat(some.percentile(50)).isEqualTo(10);
    assertThat(some.max()).isEqualTo(10);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 16, 17, 1000, 100_000})
  void percentilesAreThoseOfTheSortedValues(int count) {
    Random random = new Random(count);
    long[] values = new long[count];
    Distribution whole = new Distribution();
    Distribution[] parts = {new Distribution(), new Distribution(), new Distribution()};
    for (int i = 0; i < count; i++) {
      values[i] = (long) Math.exp(random.nextDouble() * 30);
      whole.add(values[i]);
      parts[random.nextInt(3)].add(values[i]);
    }
    Distribution united = new Distribution();
    for (Distribution part : parts) {
      united.add(part);
    }
    Arrays.sort(values);
    for (Distribution distribution : new Distribution[] {whole, united}) {
      assertThat(distribution.count()).isEqualTo(count);
      assertThat(distribution.total()).isEqualTo(Arrays.stream(values).sum());
      assertThat(distribution.min()).isEqualTo(values[0]);
      assertThat(distribution.max()).isEqualTo(values[count - 1]);
      for (double percentage : new double[] {0, 1, 50, 90, 99, 100}) {
        int rank = Math.max(1, (int) Math.ceil(percentage / 100 * count));
        long exact = values[rank - 1];
        assertThat(distribution.percentile(percentage)).isCloseTo(exact, within(exact / 1000 + 1));
      }
    }
  }
}
