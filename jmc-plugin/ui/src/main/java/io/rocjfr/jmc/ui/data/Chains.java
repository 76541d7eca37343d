// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What belongs together: spans, ranges, the calls within them, and the work of these. */
public final class Chains {
  private final EventTable table;

  /** The lanes of each thread, by kind. */
  private final Map<Long, List<Lane>> calls;

  private final Map<Long, List<Lane>> ranges;
  private Map<Long, int[]> byExternal;
  private Map<Long, List<Integer>> spans;

  Chains(EventTable table) {
    this.table = table;
    calls = ofThreads(table, Kind.CALL);
    ranges = ofThreads(table, Kind.RANGE);
  }

  private static Map<Long, List<Lane>> ofThreads(EventTable table, Kind kind) {
    Map<Long, List<Lane>> lanes = new HashMap<>();
    for (Lane lane : table.lanes()) {
      if (lane.key().kind() == kind) {
        lanes.merge(
            lane.key().actor(),
            List.of(lane),
            (some, more) -> {
              List<Lane> all = new java.util.ArrayList<>(some);
              all.addAll(more);
              return all;
            });
      }
    }
    return lanes;
  }

  /**
   * What belongs to these events, and they themselves, in ascending order: to a call its work, its
   * span and the ranges around it; to work its call and what is around that; to a range the calls
   * that its thread made within it and their work; to a span all that has its id.
   */
  public int[] of(int... rows) {
    BitSet found = new BitSet(table.size());
    for (int row : rows) {
      found.set(row);
      switch (table.kind(row)) {
        case KERNEL, COPY -> addCalls(row, found);
        case CALL -> {
          addWork(row, found);
          addAround(row, found);
        }
        case RANGE -> addWithin(row, found);
        case SPAN -> addSpan(row, found);
      }
    }
    return found.stream().toArray();
  }

  private void addCalls(int work, BitSet found) {
    for (int other : table.correlated(table.correlation(work))) {
      if (table.kind(other) == Kind.CALL) {
        found.set(other);
        addAround(other, found);
      }
    }
  }

  private void addWork(int call, BitSet found) {
    for (int other : table.correlated(table.correlation(call))) {
      if (table.kind(other).isWork()) {
        found.set(other);
      }
    }
  }

  /** The ranges of the call's thread in which it began, and its span. */
  private void addAround(int call, BitSet found) {
    for (int span : spans().getOrDefault(table.external(call), List.of())) {
      found.set(span);
    }
    long moment = table.begin(call);
    for (Lane lane : ranges.getOrDefault(table.lane(call).key().actor(), List.of())) {
      lane.forEachLong(moment, moment + 1, 0, found::set);
    }
  }

  /** A range that ends when a call begins does not hold it; one that begins then does. */
  private void addWithin(int range, BitSet found) {
    for (Lane lane : calls.getOrDefault(table.lane(range).key().actor(), List.of())) {
      int until = lane.firstFrom(table.end(range));
      for (int place = lane.firstFrom(table.begin(range)); place < until; place++) {
        found.set(lane.row(place));
        addWork(lane.row(place), found);
      }
    }
  }

  private void addSpan(int span, BitSet found) {
    for (int row : byExternal().getOrDefault(table.external(span), new int[0])) {
      found.set(row);
      if (table.kind(row) == Kind.CALL) {
        addWork(row, found);
      }
    }
  }

  private synchronized Map<Long, List<Integer>> spans() {
    if (spans == null) {
      Map<Long, List<Integer>> all = new HashMap<>();
      for (int row = 0; row < table.size(); row++) {
        if (table.kind(row) == Kind.SPAN && table.external(row) != 0) {
          all.computeIfAbsent(table.external(row), id -> new ArrayList<>()).add(row);
        }
      }
      spans = all;
    }
    return spans;
  }

  private synchronized Map<Long, int[]> byExternal() {
    if (byExternal == null) {
      Map<Long, int[]> counted = new HashMap<>();
      Map<Long, Integer> counts = new HashMap<>();
      for (int row = 0; row < table.size(); row++) {
        long id = table.external(row);
        if (id != 0) {
          int count = counts.merge(id, 1, Integer::sum);
          int[] rows = counted.getOrDefault(id, new int[2]);
          if (count > rows.length) {
            rows = Arrays.copyOf(rows, 2 * rows.length);
          }
          rows[count - 1] = row;
          counted.put(id, rows);
        }
      }
      counted.replaceAll((id, rows) -> Arrays.copyOf(rows, counts.get(id)));
      byExternal = counted;
    }
    return byExternal;
  }
}
