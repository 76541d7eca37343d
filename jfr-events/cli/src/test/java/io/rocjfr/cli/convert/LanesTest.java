// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The order of slices, and the lanes that they are laid out on. */
class LanesTest {
  @Test
  void whatOverlapsLiesBesideEachOther() {
    Lanes lanes = new Lanes(false);
    assertThat(lanes.lane(0, 10)).isZero();
    assertThat(lanes.lane(5, 8)).isEqualTo(1);
    assertThat(lanes.lane(8, 12)).isEqualTo(1);
    assertThat(lanes.lane(10, 11)).isZero();
    assertThat(lanes.lane(11, 11)).isZero();
  }

  @Test
  void whatNestsLiesWithin() {
    Lanes lanes = new Lanes(true);
    assertThat(lanes.lane(0, 10)).isZero();
    assertThat(lanes.lane(5, 8)).isZero();
    assertThat(lanes.lane(6, 9)).as("ends after what it lies in").isEqualTo(1);
    assertThat(lanes.lane(8, 10)).isZero();
  }

  /** Through many small runs as in one: by begin, the longest first, then as they came. */
  @Test
  void theSorterSortsThroughFiles() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<long[]> expected = new ArrayList<>();
    List<long[]> actual = new ArrayList<>();
    try (EventSorter sorter = new EventSorter(Integer.MAX_VALUE, 37)) {
      for (int i = 0; i < 1000; i++) {
        long begin = random.nextInt(100);
        long end = begin + random.nextInt(5);
        expected.add(new long[] {begin, end, i});
        sorter.add(begin, end, new byte[] {(byte) (i >> 8), (byte) i});
      }
      sorter.forEach(
          (begin, end, bytes) ->
              actual.add(new long[] {begin, end, (bytes[0] & 255) << 8 | (bytes[1] & 255)}));
    }
    expected.sort(
        (a, b) ->
            a[0] != b[0]
                ? Long.compare(a[0], b[0])
                : a[1] != b[1] ? Long.compare(b[1], a[1]) : Long.compare(a[2], b[2]));
    assertThat(actual).as("seed %d", seed).usingRecursiveComparison().isEqualTo(expected);
  }
}
