// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.figures.Intervals.Interval;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The arithmetic of busy time: examples by hand, and many against a set of single moments. */
class IntervalsTest {
  @Test
  void whatOverlapsOrTouchesCountsOnce() {
    Intervals busy = intervals(10, 20, 15, 30, 30, 35, 50, 60, 12, 14, 70, 70);

    assertThat(busy.list()).containsExactly(new Interval(10, 35), new Interval(50, 60));
    assertThat(busy.total()).isEqualTo(35);
    assertThat(busy.span()).isEqualTo(50);
    assertThat(busy.gaps().list()).containsExactly(new Interval(35, 50));
  }

  @Test
  void oneOrTheOther() {
    Intervals both = intervals(0, 10, 20, 30).or(intervals(5, 15, 40, 50));
    assertThat(both.list())
        .containsExactly(new Interval(0, 15), new Interval(20, 30), new Interval(40, 50));
    assertThat(both.begin()).isZero();
    assertThat(both.end()).isEqualTo(50);
    assertThat(Intervals.between(3, 7).total()).isEqualTo(4);
    assertThat(Intervals.between(7, 3).isEmpty()).isTrue();
  }

  @Test
  void nothingIsNothing() {
    assertThat(Intervals.NONE.total()).isZero();
    assertThat(Intervals.NONE.span()).isZero();
    assertThat(Intervals.NONE.gaps().isEmpty()).isTrue();
    assertThat(intervals(5, 5).isEmpty()).isTrue();
    assertThat(intervals(1, 9).minus(Intervals.NONE).total()).isEqualTo(8);
    assertThat(Intervals.NONE.minus(intervals(1, 9)).isEmpty()).isTrue();
    assertThat(intervals(1, 9).and(Intervals.NONE).isEmpty()).isTrue();
  }

  @Test
  void oneMinusTheOtherAndWhatTheyShare() {
    Intervals one = intervals(0, 10, 20, 30, 40, 50);
    Intervals other = intervals(5, 25, 27, 28, 50, 60);

    assertThat(one.minus(other).list())
        .containsExactly(
            new Interval(0, 5), new Interval(25, 27), new Interval(28, 30), new Interval(40, 50));
    assertThat(one.and(other).list())
        .containsExactly(new Interval(5, 10), new Interval(20, 25), new Interval(27, 28));
    assertThat(one.apartFrom(other).list()).containsExactly(new Interval(40, 50));
    assertThat(one.upTo(9).isEmpty()).isTrue();
    assertThat(one.upTo(10).total()).isEqualTo(30);
  }

  @Test
  void manyAgreeWithSetsOfMoments() {
    Random random = new Random(1);
    for (int round = 0; round < 2_000; round++) {
      List<Interval> some = random(random);
      List<Interval> others = random(random);
      BitSet someMoments = moments(some);
      BitSet otherMoments = moments(others);
      Intervals one = Intervals.of(some);
      Intervals other = Intervals.of(others);

      assertThat(one.total()).isEqualTo(someMoments.cardinality());
      for (int moment = -1; moment <= someMoments.length() + 1; moment++) {
        assertThat(one.contains(moment)).isEqualTo(moment >= 0 && someMoments.get(moment));
      }
      int from = random.nextInt(70);
      int to = from + random.nextInt(20);
      assertThat(one.total(from, to)).isEqualTo(someMoments.get(from, to).cardinality());
      assertThat(one.total(to + 1, from)).isZero();
      assertThat(one.gaps().total() + one.total()).isEqualTo(one.span());
      assertThat(moments(one.gaps().list()).intersects(someMoments)).isFalse();

      BitSet minus = (BitSet) someMoments.clone();
      minus.andNot(otherMoments);
      assertThat(moments(one.minus(other).list())).isEqualTo(minus);

      assertThat(one.apartFrom(other).list())
          .isEqualTo(one.list().stream().filter(each -> one(each).and(other).isEmpty()).toList());

      BitSet and = (BitSet) someMoments.clone();
      and.and(otherMoments);
      assertThat(moments(one.and(other).list())).isEqualTo(and);
    }
  }

  private static List<Interval> random(Random random) {
    List<Interval> intervals = new ArrayList<>();
    for (int i = random.nextInt(8); i > 0; i--) {
      int begin = random.nextInt(60);
      // Some end before they begin, and never were.
      intervals.add(new Interval(begin, begin - 2 + random.nextInt(14)));
    }
    return intervals;
  }

  private static Intervals one(Interval interval) {
    return Intervals.of(List.of(interval));
  }

  private static BitSet moments(List<Interval> intervals) {
    BitSet moments = new BitSet();
    intervals.forEach(
        one -> moments.set((int) one.begin(), (int) Math.max(one.begin(), one.end())));
    return moments;
  }

  private static Intervals intervals(long... bounds) {
    List<Interval> intervals = new ArrayList<>();
    for (int i = 0; i < bounds.length; i += 2) {
      intervals.add(new Interval(bounds[i], bounds[i + 1]));
    }
    return Intervals.of(intervals);
  }
}
