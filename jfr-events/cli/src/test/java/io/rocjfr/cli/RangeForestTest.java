// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

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
    assertThat(outer.statistics().count()).isEqualTo(50);
    assertThat(outer.children().keySet()).containsExactlyInAnyOrder("middle", "early");
    assertThat(outer.children().get("early").children()).isEmpty();
    assertThat(outer.children().get("early").statistics().count()).isEqualTo(50);
    assertThat(only(outer.children().get("middle"), "inner").statistics().count()).isEqualTo(50);
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
    assertThat(all.get("layer #").statistics().count()).isEqualTo(1000 + RangeNode.ALIKE);
  }

  @Test
  void memoryIsBoundedForMessagesThatNeverRepeat() {
    Random random = new Random(6);
    for (int i = 0; i < 3 * Table.ROWS; i++) {
      StringBuilder message = new StringBuilder();
      for (int c = 0; c < 12; c++) {
        message.append((char) ('a' + random.nextInt(26)));
      }
      forest.addNested(message.toString(), 1, 0, i, i + 1);
    }
    forest.endOfFile();
    assertThat(forest.nested().children()).hasSize(Table.ROWS + 1).containsKey(Table.OTHERS);
  }

  private static RangeNode only(RangeNode parent, String message) {
    assertThat(parent.children().keySet()).containsExactly(message);
    return parent.children().get(message);
  }
}
