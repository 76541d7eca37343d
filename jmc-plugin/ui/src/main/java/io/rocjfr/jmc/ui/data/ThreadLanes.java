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

  ThreadLanes(EventTable table, Kind kind) {
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
   */
  void forEachWithin(int[] ranges, IntConsumer consumer) {
    Map<Long, List<Interval>> byThread = new HashMap<>();
    for (int range : ranges) {
      byThread
          .computeIfAbsent(table.lane(range).key().actor(), unused -> new ArrayList<>())
          .add(new Interval(table.begin(range), table.end(range)));
    }
    byThread.forEach(
        (actor, own) -> {
          List<Interval> within = Intervals.of(own).list();
          of(actor).forEach(lane -> within.forEach(one -> forEach(lane, one, consumer)));
        });
  }

  private static void forEach(Lane lane, Interval within, IntConsumer consumer) {
    int until = lane.firstFrom(within.end());
    for (int place = lane.firstFrom(within.begin()); place < until; place++) {
      consumer.accept(lane.row(place));
    }
  }
}
