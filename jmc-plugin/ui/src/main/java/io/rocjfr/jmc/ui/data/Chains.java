// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * What belongs together: spans, ranges, the calls within them, and the work of these. All rows that
 * are asked about are looked up together, so that what has or holds many of them is looked at once.
 */
public final class Chains {
  private final EventTable table;

  private final ThreadLanes calls;
  private final ThreadLanes ranges;
  private Map<Long, int[]> byExternal;
  private Map<Long, List<Integer>> spans;

  /** One row, and what belongs to it: who selects or points at one asks several times. */
  private int lastRow = -1;

  private int[] last;

  private final AtomicLong steps = new AtomicLong();

  Chains(EventTable table) {
    this.table = table;
    calls = new ThreadLanes(table, RowKind.CALL);
    ranges = new ThreadLanes(table, RowKind.RANGE);
  }

  /** How many steps all answers have taken. */
  long steps() {
    return steps.get();
  }

  /**
   * These events and the related ones, in ascending order. A call has its work, its span and the
   * ranges around it. Work has its call, and what is around that. A range has the calls that its
   * thread made within it, and their work. A span has all activity with its id.
   */
  public int[] of(int... of) {
    int[] rows = table.own(of);
    return rows.length == 1 ? ofOne(rows[0]) : new Answer().of(rows);
  }

  private synchronized int[] ofOne(int row) {
    if (last == null || lastRow != row) {
      last = new Answer().of(row);
      lastRow = row;
    }
    return last.clone();
  }

  /** What belongs to some rows. */
  private final class Answer {
    private final BitSet found = new BitSet(table.size());

    /** The calls whose span and ranges belong to it. */
    private final BitSet inner = new BitSet();

    /** The calls whose work belongs to it. */
    private final BitSet submitting = new BitSet();

    private long looked;

    int[] of(int... rows) {
      IntStream.of(rows).forEach(found::set);
      for (int row : rows) {
        if (table.kind(row) == RowKind.CALL) {
          inner.set(row);
          submitting.set(row);
        }
      }
      addCalls(IntStream.of(rows).filter(row -> table.kind(row).isWork()));
      looked +=
          calls.forEachWithin(
              IntStream.of(rows).filter(row -> table.kind(row) == RowKind.RANGE).toArray(),
              call -> {
                found.set(call);
                submitting.set(call);
              });
      addOfSpans(IntStream.of(rows).filter(row -> table.kind(row) == RowKind.SPAN));
      addWork();
      addSpans();
      addRanges();
      steps.addAndGet(looked + rows.length + found.cardinality());
      return found.stream().toArray();
    }

    private void addCalls(IntStream works) {
      for (long id : distinct(works, table::correlation)) {
        for (int other : table.correlated(id)) {
          looked++;
          if (table.kind(other) == RowKind.CALL) {
            found.set(other);
            inner.set(other);
          }
        }
      }
    }

    private void addOfSpans(IntStream some) {
      for (long id : distinct(some, table::external)) {
        for (int row : byExternal().getOrDefault(id, new int[0])) {
          found.set(row);
          if (table.kind(row) == RowKind.CALL) {
            submitting.set(row);
          }
        }
      }
    }

    private void addWork() {
      for (long id : distinct(submitting.stream(), table::correlation)) {
        for (int other : table.correlated(id)) {
          looked++;
          if (table.kind(other).isWork()) {
            found.set(other);
          }
        }
      }
    }

    private void addSpans() {
      for (long id : distinct(inner.stream(), table::external)) {
        spans().getOrDefault(id, List.of()).forEach(found::set);
      }
    }

    /** The ranges of the calls' threads in which they began. */
    private void addRanges() {
      Map<Long, BitSet> byThread = new HashMap<>();
      inner.stream()
          .forEach(
              call ->
                  byThread
                      .computeIfAbsent(table.lane(call).key().actor(), unused -> new BitSet())
                      .set(call));
      byThread.forEach(
          (actor, own) -> {
            long[] moments = own.stream().mapToLong(table::begin).sorted().toArray();
            for (Lane lane : ranges.of(actor)) {
              looked += lane.forEachAround(moments, found::set);
            }
          });
    }
  }

  /** The ids of these rows, each once; 0 is none. */
  private static long[] distinct(IntStream rows, IntToLongFunction id) {
    return rows.mapToLong(id).filter(one -> one != 0).distinct().toArray();
  }

  private synchronized Map<Long, List<Integer>> spans() {
    if (spans == null) {
      Map<Long, List<Integer>> all = new HashMap<>();
      for (int row = 0; row < table.size(); row++) {
        if (table.kind(row) == RowKind.SPAN && table.external(row) != 0) {
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
