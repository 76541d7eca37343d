// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RangeForestTest {
  private final RangeForest forest = new RangeForest();

  @Test
  void anyOrderOfTheEventsNestsAlike() {
    List<Runnable> events = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      long begin = 1000L * i;
      // The inner two end together with the outer one.
      events.add(() -> forest.addNested("outer", 1, 0, begin, begin + 900));
      events.add(() -> forest.addNested("middle", 1, 1, begin + 100, begin + 900));
      events.add(() -> forest.addNested("inner", 1, 2, begin + 200, begin + 900));
      events.add(() -> forest.addNested("early", 1, 1, begin, begin + 50));
    }
    Collections.shuffle(events, new Random(5));
    events.forEach(Runnable::run);
    forest.endOfFile();

    RangeNode outer = only(forest.nested(), "outer");
    assertThat(outer.times().count()).isEqualTo(50);
    assertThat(outer.children().keySet()).containsExactlyInAnyOrder("middle", "early");
    assertThat(outer.children().get("early").children()).isEmpty();
    assertThat(outer.children().get("early").times().count()).isEqualTo(50);
    assertThat(only(outer.children().get("middle"), "inner").times().count()).isEqualTo(50);
  }

  /** Clocks are coarse: ranges begin and end at one moment, and last no time. */
  @Test
  void anyOrderNestsAlikeWhatEndsAtOneMoment() {
    Set<String> trees = new HashSet<>();
    for (int seed = 0; seed < 50; seed++) {
      for (RangeForest some : List.of(new RangeForest(), RangeForest.ofAnyOrder())) {
        List<Runnable> events = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
          long begin = 10L * i;
          events.add(() -> some.addNested("outer", 1, 0, begin, begin + 10));
          events.add(() -> some.addNested("inner", 1, 1, begin + 5, begin + 10));
          events.add(() -> some.addNested("last", 1, 1, begin + 10, begin + 10));
          events.add(() -> some.addNested("instant", 1, 0, begin + 10, begin + 10));
        }
        Collections.shuffle(events, new Random(seed));
        events.forEach(Runnable::run);
        some.endOfFile();
        trees.add(text(some.nested()));
      }
    }
    assertThat(trees).hasSize(1);
  }

  private static String text(RangeNode node) {
    StringBuilder text = new StringBuilder(node.message() + " " + node.times().count() + " (");
    new TreeMap<>(node.children()).values().forEach(child -> text.append(text(child)));
    return text.append(")").toString();
  }

  @Test
  void timesOfWorkAreTheSameWhoeverIsAskedFirst() {
    record Piece(long begin, long end) implements Timed {}
    for (boolean outerFirst : new boolean[] {true, false}) {
      RangeForest some = RangeForest.ofAnyOrder();
      some.addNested("outer", 1, 0, 0, 100);
      some.addNested("inner", 1, 1, 10, 50);
      some.addWork(1, 20, List.of(new Piece(30, 130)));
      some.addWork(1, 60, List.of(new Piece(120, 150), new Piece(400, 401)));
      some.endOfFile();
      RangeNode outer = only(some.nested(), "outer");
      RangeNode inner = only(outer, "inner");
      if (outerFirst) {
        assertThat(outer.gpuNanos()).isEqualTo(121);
      }
      assertThat(inner.gpuNanos()).isEqualTo(100);
      assertThat(outer.gpuNanos()).isEqualTo(121);
      assertThat(outer.works()).isEqualTo(3);
    }
  }

  /** Many of them span a whole program: of each its figures are kept. */
  @Test
  @Timeout(60)
  void theWorkOfRangesThatBeganAndEndedApartIsNotKept() throws InterruptedException {
    record Piece(long begin, long end) implements Timed {}
    forest.addStartStop("service", 100);
    Piece[] piece = {new Piece(10, 30)};
    WeakReference<Piece> kept = new WeakReference<>(piece[0]);
    forest.addMeanwhile(node -> List.of(piece[0], piece[0], new Piece(20, 35)));
    RangeNode service = forest.startStop().children().get("service");
    piece[0] = null;
    while (kept.get() != null) {
      System.gc();
      Thread.sleep(10);
    }
    assertThat(service.works()).isEqualTo(3);
    assertThat(service.gpuNanos()).isEqualTo(25);
  }

  @Test
  void aRangeIsNotTakenInByOneThatBeganLater() {
    // Its own parent began before the recording.
    forest.addNested("orphan", 1, 1, 0, 10);
    forest.addNested("inner", 1, 1, 30, 40);
    forest.addNested("outer", 1, 0, 20, 50);
    forest.endOfFile();

    assertThat(forest.nested().children().keySet()).containsExactlyInAnyOrder("orphan", "outer");
    assertThat(only(forest.nested().children().get("outer"), "inner").times().count()).isOne();
    assertThat(forest.uncertain()).isZero();
    assertThat(forest.doubt()).isEmpty();
  }

  @Test
  void whatWaitsTogetherAndIsNotCertainStaysOutside() {
    for (int i = 0; i < 1000; i++) {
      forest.addNested("inner", 1, 1, 10L * i, 10L * i + 5);
    }
    forest.addNested("outer", 1, 0, 95, 10_000);
    forest.endOfFile();

    Map<String, RangeNode> outermost = forest.nested().children();
    long within = only(outermost.get("outer"), "inner").times().count();
    long outside = outermost.get("inner").times().count();
    assertThat(within + outside).isEqualTo(1000);
    assertThat(within).isPositive();
    assertThat(outside).isGreaterThan(10);
    assertThat(forest.uncertain()).isEqualTo(outside);
    assertThat(forest.doubt())
        .isEqualTo(
            "Of %d ranges it is uncertain which ranges were around them, so they are shown as"
                + " outermost ranges.",
            outside);
  }

  @Test
  void workIsBelowTheInnermostRangeOfItsCall() {
    RangeForest ranges = RangeForest.ofAnyOrder();
    List<Runnable> events = new ArrayList<>();
    List<Intervals.Interval> work = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      work.add(new Intervals.Interval(100 + 10 * i, 100 + 10 * i + 1 + i));
    }
    events.add(() -> ranges.addNested("outer", 1, 0, 10, 50));
    events.add(() -> ranges.addNested("inner", 1, 1, 20, 30));
    events.add(() -> ranges.addWork(1, 9, work.subList(0, 1))); // before all
    events.add(() -> ranges.addWork(1, 10, work.subList(1, 2))); // with the begin of the outer
    events.add(() -> ranges.addWork(1, 29, work.subList(2, 3))); // within the inner
    events.add(() -> ranges.addWork(1, 30, work.subList(3, 4))); // at its end: not in it
    events.add(() -> ranges.addWork(1, 50, work.subList(4, 5))); // at the end of the outer
    events.add(() -> ranges.addWork(2, 25, work.subList(5, 6))); // another thread's
    long seed = new Random().nextLong();
    Collections.shuffle(events, new Random(seed));
    events.forEach(Runnable::run);
    ranges.endOfFile();

    RangeNode outer = only(ranges.nested(), "outer");
    assertThat(only(outer, "inner").gpuNanos()).as("seed %d", seed).isEqualTo(3);
    assertThat(outer.gpuNanos()).as("seed %d", seed).isEqualTo(2 + 3 + 4);
    assertThat(outer.works()).as("seed %d", seed).isEqualTo(3);
  }

  @Test
  void aRangeWhoseParentNeverEndedIsOutermost() {
    forest.addNested("inner", 1, 1, 0, 10);
    forest.endOfFile();
    forest.addNested("outer", 1, 0, 5, 20);
    forest.endOfFile();

    assertThat(forest.nested().children().keySet()).containsExactly("inner", "outer");
    assertThat(forest.nested().children().get("outer").children()).isEmpty();
  }

  @Test
  void manyMessagesThatDifferInNumbersBecomeOne() {
    for (int i = 0; i < RangeNode.ALIKE; i++) {
      forest.addNested("layer " + i, 1, 0, i, i + 1);
    }
    forest.endOfFile();
    assertThat(forest.nested().children()).hasSize(RangeNode.ALIKE).containsKey("layer 0");

    for (int i = 0; i < 1000; i++) {
      forest.addNested("layer 10" + i, 1, 0, i, i + 1);
      forest.addNested("load", 1, 0, i, i + 1);
    }
    forest.endOfFile();
    Map<String, RangeNode> all = forest.nested().children();
    assertThat(all.keySet()).containsExactlyInAnyOrder("layer #", "load");
    assertThat(all.get("layer #").times().count()).isEqualTo(1000 + RangeNode.ALIKE);
  }

  @Test
  void memoryIsBoundedForMessagesThatNeverRepeat() {
    Random random = new Random(6);
    for (int i = 0; i < 3 * BoundedTable.ROWS; i++) {
      StringBuilder message = new StringBuilder();
      for (int c = 0; c < 12; c++) {
        message.append((char) ('a' + random.nextInt(26)));
      }
      forest.addNested(message.toString(), 1, 0, i, i + 1);
    }
    forest.endOfFile();
    assertThat(forest.nested().children())
        .hasSize(BoundedTable.ROWS + 1)
        .containsKey(BoundedTable.OTHERS);
  }

  private static RangeNode only(RangeNode parent, String message) {
    assertThat(parent.children().keySet()).containsExactly(message);
    return parent.children().get(message);
  }
}
