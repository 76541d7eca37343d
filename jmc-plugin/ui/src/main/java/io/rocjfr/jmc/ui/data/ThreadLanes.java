// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import io.rocjfr.figures.Intervals;
import io.rocjfr.figures.Intervals.Interval;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/** The lanes of one kind by their threads. */
final class ThreadLanes {
  private final EventTable table;
  private final Map<Long, List<Lane>> lanes = new HashMap<>();

  ThreadLanes(EventTable table, RowKind kind) {
    this.table = table;
    for (Lane lane : table.lanes()) {
      if (lane.key().kind() == kind) {
        lanes.computeIfAbsent(lane.key().actor(), unused -> new ArrayList<>(1)).add(lane);
      }
    }
  }

  /** Those of a thread. */
  List<Lane> of(long actor) {
    return lanes.getOrDefault(actor, List.of());
  }

  /**
   * Calls back for each event that began within one of these ranges, of its own thread: once,
   * however many of them were around it. A range that ends when an event begins does not hold it;
   * one that begins then does.
   *
   * @return how many steps that took, beside those for each event
   */
  long forEachWithin(int[] ranges, IntConsumer consumer) {
    Map<Long, List<Interval>> byThread = new HashMap<>();
    for (int range : ranges) {
      byThread
          .computeIfAbsent(table.lane(range).key().actor(), unused -> new ArrayList<>())
          .add(new Interval(table.begin(range), table.end(range)));
    }
    long[] steps = {ranges.length};
    byThread.forEach(
        (actor, own) -> {
          Intervals within = Intervals.of(own);
          for (Lane lane : of(actor)) {
            // A thread has as many lanes as names, which may be that of each of its tasks.
            if (lane.size() < within.size()) {
              steps[0] += forEach(lane, within, consumer);
            } else {
              within.list().forEach(one -> forEach(lane, one, consumer));
              steps[0] += within.size();
            }
          }
        });
    return steps[0];
  }

  private long forEach(Lane lane, Intervals within, IntConsumer consumer) {
    for (int place = 0; place < lane.size(); place++) {
      int row = lane.row(place);
      if (within.contains(table.begin(row))) {
        consumer.accept(row);
      }
    }
    return lane.size();
  }

  private static void forEach(Lane lane, Interval within, IntConsumer consumer) {
    int until = lane.firstFrom(within.end());
    for (int place = lane.firstFrom(within.begin()); place < until; place++) {
      consumer.accept(lane.row(place));
    }
  }
}
