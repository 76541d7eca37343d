// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The roctx ranges as the program nested them, over all threads, with the GPU time below each: of
 * the work whose call was made within the range, by the same thread.
 */
public final class RangeTree {
  /** What the messages of start/stop ranges end with in the tree. */
  public static final String START_STOP = " (start/stop)";

  private static final Comparator<RoctxRange> OUTER_FIRST =
      Comparator.comparingLong(RoctxRange::begin).thenComparingInt(RoctxRange::depth);

  private final RangeNode root = new RangeNode("", null);
  private final Map<Long, List<Work>> works = new HashMap<>();

  private RangeTree(List<Work> work) {
    for (Work one : work) {
      if (one.correlationId() != 0) {
        works.computeIfAbsent(one.correlationId(), id -> new ArrayList<>()).add(one);
      }
    }
  }

  /**
   * The root, which is no range itself. Calls and ranges have to be in the order of their begin.
   */
  public static RangeNode of(List<RoctxRange> ranges, List<ApiCall> calls, List<Work> work) {
    RangeTree tree = new RangeTree(work);
    Map<Long, List<ApiCall>> callsByThread =
        calls.stream()
            .filter(call -> tree.works.containsKey(call.correlationId()))
            .collect(Collectors.groupingBy(ApiCall::actor));
    Map<Long, List<RoctxRange>> rangesByThread =
        ranges.stream().collect(Collectors.groupingBy(RoctxRange::actor));
    rangesByThread.forEach(
        (thread, ofThread) -> tree.add(ofThread, callsByThread.getOrDefault(thread, List.of())));
    return tree.root;
  }

  private void add(List<RoctxRange> ranges, List<ApiCall> calls) {
    List<RoctxRange> nested = new ArrayList<>();
    for (RoctxRange range : ranges) {
      if (range.rangeId() == 0) {
        nested.add(range);
      } else {
        addStartStop(range, calls);
      }
    }
    nested.sort(OUTER_FIRST);
    Deque<Open> open = new ArrayDeque<>();
    int next = 0;
    for (ApiCall call : calls) {
      for (; next < nested.size() && nested.get(next).begin() <= call.begin(); next++) {
        push(open, nested.get(next));
      }
      close(open, call.begin());
      if (!open.isEmpty()) {
        open.peek().node.addWork(works.get(call.correlationId()));
      }
    }
    for (; next < nested.size(); next++) {
      push(open, nested.get(next));
    }
  }

  private void push(Deque<Open> open, RoctxRange range) {
    close(open, range.begin());
    RangeNode around = open.isEmpty() ? root : open.peek().node;
    RangeNode node = around.child(range.message());
    node.add(range.nanos());
    open.push(new Open(range.end(), node));
  }

  private static void close(Deque<Open> open, long now) {
    while (!open.isEmpty() && open.peek().end <= now) {
      open.pop();
    }
  }

  /** These overlap as they like: they nest in nothing. */
  private void addStartStop(RoctxRange range, List<ApiCall> calls) {
    RangeNode node = root.child(range.message() + START_STOP);
    node.add(range.nanos());
    for (ApiCall call : calls) {
      if (call.begin() >= range.begin() && call.begin() < range.end()) {
        node.addWork(works.get(call.correlationId()));
      }
    }
  }

  private record Open(long end, RangeNode node) {}
}
