// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.figures.Intervals;
import io.rocjfr.figures.Timed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Lanes against what is worked out event by event. */
class LaneTest {
  private record Piece(long begin, long end) implements Timed {}

  @Test
  void busyTimeAndEventsInRandomOrders() {
    long seed = System.nanoTime();
    System.out.println("LaneTest seed " + seed);
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      int count = 1 + random.nextInt(300);
      long[] begin = new long[count];
      long[] end = new long[count];
      List<Piece> pieces = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        begin[i] = random.nextInt(10_000);
        end[i] = begin[i] + random.nextInt(random.nextInt(20) == 0 ? 5_000 : 50);
        if (random.nextInt(30) == 0) {
          end[i] = begin[i] - random.nextInt(100); // never was
        }
        pieces.add(new Piece(begin[i], end[i]));
      }
      Lane lane = new Lane(null, begin, end, Sorting.range(0, count));
      long from = random.nextInt(10_000);
      long to = from + 1 + random.nextInt(5_000);
      assertThat(lane.busy(from, to))
          .isEqualTo(Intervals.of(pieces).and(Intervals.of(List.of(new Piece(from, to)))).total());
      long least = random.nextInt(60);
      TreeSet<Integer> expected = new TreeSet<>();
      for (int i = 0; i < count; i++) {
        if (begin[i] < to && end[i] > from && end[i] - begin[i] >= least) {
          expected.add(i);
        }
      }
      TreeSet<Integer> found = new TreeSet<>();
      lane.forEachLong(from, to, least, found::add);
      assertThat(found).isEqualTo(expected);
      long moment = random.nextInt(10_000);
      int near = lane.at(moment, 5);
      boolean any = false;
      for (int i = 0; i < count; i++) {
        any |= begin[i] <= moment + 5 && end[i] >= moment - 5;
      }
      assertThat(near >= 0).isEqualTo(any);
    }
  }
}
