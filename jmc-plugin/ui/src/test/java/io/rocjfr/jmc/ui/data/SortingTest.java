// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SortingTest {
  /** Of all lengths, with many that are equal, in parts that are in order or in none. */
  @Test
  void rowsAreInOrderAndEqualOnesKeepTheirs() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int length = 0; length < 300; length++) {
      int values = 1 + random.nextInt(2 * length + 1);
      long[] column = random.longs(length, -values, values).toArray();
      int ordered = 1 + random.nextInt(length + 1);
      for (int from = 0; from < length; from += ordered) {
        java.util.Arrays.sort(column, from, Math.min(length, from + ordered));
      }
      int[] rows = IntStream.range(0, length).filter(row -> random.nextInt(8) > 0).toArray();
      int[] wanted =
          IntStream.of(rows)
              .boxed()
              .sorted(Comparator.comparingLong(row -> column[row]))
              .mapToInt(Integer::intValue)
              .toArray();
      Sorting.by(column, rows);
      assertThat(rows).as("length %d, seed %d", length, seed).isEqualTo(wanted);
    }
  }
}
