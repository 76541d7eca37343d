// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import io.rocjfr.figures.RangeForest;
import io.rocjfr.figures.Timed;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The ranges as the program nested them, folded as the command {@code summary} folds them. */
public final class FoldedRanges {
  private FoldedRanges() {}

  /**
   * Nests these ranges, whose rows are their nodes' instances; with the work that was submitted
   * within each, also where it ran long after.
   */
  public static RangeForest of(EventTable table, int[] of) {
    int[] rangeRows = table.own(of);
    RangeForest forest = RangeForest.ofAnyOrder();
    Set<Long> actors = new HashSet<>();
    for (int row : rangeRows) {
      actors.add(table.lane(row).key().actor());
    }
    SubmittedWork works = new SubmittedWork(table);
    ThreadLanes calls = new ThreadLanes(table, RowKind.CALL);
    for (long actor : actors) {
      calls.of(actor).forEach(lane -> addWorks(forest, table, lane, works));
    }
    for (int row : rangeRows) {
      LaneKey key = table.lane(row).key();
      if (key.startStop()) {
        forest.addStartStop(table.name(row), table.nanos(row), row);
      } else {
        forest.addNested(
            table.name(row), key.actor(), key.depth(), table.begin(row), table.end(row), row);
      }
    }
    forest.endOfFile();
    forest.addMeanwhile(
        node -> {
          List<Timed> meanwhile = new ArrayList<>();
          calls.forEachWithin(node.instances(), call -> meanwhile.addAll(works.of(call)));
          return meanwhile;
        });
    return forest;
  }

  private static void addWorks(
      RangeForest forest, EventTable table, Lane calls, SubmittedWork works) {
    long actor = calls.key().actor();
    for (int place = 0; place < calls.size(); place++) {
      int call = calls.row(place);
      List<Timed> work = works.of(call);
      if (!work.isEmpty()) {
        forest.addWork(actor, table.begin(call), work);
      }
    }
  }
}
