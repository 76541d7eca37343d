// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Nests the ranges that threads pushed and popped, in bounded memory. A range comes when it ends,
 * so the ranges within it come before it, and wait for it by thread and depth. Those that begin and
 * end apart (roctxRangeStart) nest in nothing.
 */
final class RangeForest {
  /** A recording is in the order in which its buffers filled: put right what is off by so much. */
  private static final int REORDER = 1 << 16;

  private record Range(String message, long thread, int depth, long begin, long end) {}

  private final RangeNode nested = new RangeNode();
  private final Table<Statistics> startStop = new Table<>(Statistics::new);

  /** What waits for its parent: by thread, then depth. */
  private final Map<Long, SortedMap<Integer, RangeNode>> waiting = new HashMap<>();

  private final PriorityQueue<Range> order =
      new PriorityQueue<>(
          Comparator.comparingLong(Range::end)
              .thenComparing(Range::depth, Comparator.reverseOrder()));

  void addNested(String message, long thread, int depth, long begin, long end) {
    order.add(new Range(message, thread, depth, begin, end));
    if (order.size() > REORDER) {
      place(order.remove());
    }
  }

  void addStartStop(String message, long nanos) {
    startStop.row(message).add(nanos);
  }

  /** To be called at the end of each file: what still waits has no parent in it. */
  void endOfFile() {
    while (!order.isEmpty()) {
      place(order.remove());
    }
    for (SortedMap<Integer, RangeNode> depths : waiting.values()) {
      depths.values().forEach(nested::addChildren);
    }
    waiting.clear();
  }

  /** The outermost ranges; valid after {@link #endOfFile}. */
  RangeNode nested() {
    return nested;
  }

  Map<String, Statistics> startStop() {
    return startStop.rows();
  }

  boolean isEmpty() {
    return nested.children().isEmpty() && startStop.isEmpty();
  }

  private void place(Range range) {
    SortedMap<Integer, RangeNode> depths =
        waiting.computeIfAbsent(range.thread(), thread -> new TreeMap<>());
    RangeNode node =
        depths.computeIfAbsent(range.depth(), depth -> new RangeNode()).child(range.message());
    node.statistics().add(range.end() - range.begin());
    // Deeper ones were within it; more than one level deeper only if the ones between are missing.
    SortedMap<Integer, RangeNode> within = depths.tailMap(range.depth() + 1);
    within.values().forEach(node::addChildren);
    within.clear();
  }
}
