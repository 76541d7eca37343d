// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import io.rocjfr.figures.RangeForest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The roctx ranges as the program nested them, over all threads, with the GPU time below each: of
 * the work whose call was made within the range, by the same thread.
 */
public final class RangeTree {
  private RangeTree() {}

  /** Nests these; calls have to be in the order of their begin. */
  public static RangeForest of(List<RoctxRange> ranges, List<ApiCall> calls, List<Work> work) {
    Map<Long, List<Work>> works = new HashMap<>();
    for (Work one : work) {
      if (one.correlationId() != 0) {
        works.computeIfAbsent(one.correlationId(), id -> new ArrayList<>(1)).add(one);
      }
    }
    Map<Long, List<ApiCall>> callsByThread =
        calls.stream()
            .filter(call -> works.containsKey(call.correlationId()))
            .collect(Collectors.groupingBy(ApiCall::actor));
    RangeForest forest = RangeForest.ofAnyOrder();
    for (RoctxRange range : ranges) {
      if (range.rangeId() == 0) {
        forest.addNested(range.message(), range.actor(), range.depth(), range.begin(), range.end());
      } else {
        List<ApiCall> ofThread = callsByThread.getOrDefault(range.actor(), List.of());
        List<Work> meanwhile =
            ofThread
                .subList(firstFrom(ofThread, range.begin()), firstFrom(ofThread, range.end()))
                .stream()
                .flatMap(call -> works.get(call.correlationId()).stream())
                .toList();
        forest.addStartStop(range.message(), range.nanos(), meanwhile);
      }
    }
    ranges.stream()
        .map(RoctxRange::actor)
        .distinct()
        .flatMap(actor -> callsByThread.getOrDefault(actor, List.of()).stream())
        .forEach(
            call -> forest.addWork(call.actor(), call.begin(), works.get(call.correlationId())));
    forest.endOfFile();
    return forest;
  }

  /** The place of the first call that did not begin before this moment. */
  private static int firstFrom(List<ApiCall> calls, long moment) {
    int from = 0;
    int to = calls.size();
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (calls.get(middle).begin() < moment) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }
}
