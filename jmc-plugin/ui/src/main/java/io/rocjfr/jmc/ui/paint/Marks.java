// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.paint;

import io.rocjfr.jmc.ui.data.EventTable;
import io.rocjfr.jmc.ui.data.Lane;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Events that stand out. Of a million a lane looks at those alone that can be told apart on it. */
final class Marks {
  private final EventTable table;
  private final BitSet set = new BitSet();
  private final Map<Lane, Lane> parts = new HashMap<>();

  Marks(EventTable table, int[] rows) {
    this.table = table;
    Map<Lane, IntStream.Builder> byLane = new HashMap<>();
    for (int row : rows) {
      set.set(row);
      byLane.computeIfAbsent(table.lane(row), lane -> IntStream.builder()).add(row);
    }
    byLane.forEach((lane, marked) -> parts.put(lane, lane.part(marked.build().toArray())));
  }

  boolean contains(int row) {
    return set.get(row);
  }

  /**
   * Calls back for those of a lane that are to be seen: each that is wide enough, then of the
   * narrow ones that begin at one place one.
   */
  void forEachSeen(Lane lane, TimelineView view, int width, IntConsumer consumer) {
    Lane part = parts.get(lane);
    if (part == null) {
      return;
    }
    long wide = 2 * view.nanosOfPixel(width);
    part.forEachLong(view.from(), view.to(), wide, consumer);
    for (int x = TimelineView.NAMES; x < width; x++) {
      long begin = view.timeAt(x, width);
      int row = part.sample(begin, Math.max(begin + 1, view.timeAt(x + 1, width)));
      if (row >= 0 && table.nanos(row) < wide) {
        consumer.accept(row);
      }
    }
  }
}
