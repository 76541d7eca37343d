// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import io.rocjfr.figures.FunctionCatalogue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** Groups events, and works out the figures of each group. */
public final class GroupTable {
  /** What the rows of a table are made by. */
  public enum By {
    NAME,
    THREAD
  }

  private GroupTable() {}

  /** Those of some rows that are calls in which a thread waits for the GPU. */
  public static int[] waiting(EventTable table, int[] rows) {
    boolean[] blocking = blocking(table);
    return Arrays.stream(table.own(rows))
        .filter(row -> blocking[table.nameId(row)] && table.kind(row) == RowKind.CALL)
        .toArray();
  }

  /** A row for each name or thread, the one with the greatest total first. */
  public static List<GroupRow> of(EventTable table, int[] rows, By by) {
    boolean[] blocking = blocking(table);
    Map<Object, GroupRow> groups = new HashMap<>();
    IntFunction<Object> key = by == By.NAME ? table::nameId : row -> table.lane(row).key().group();
    Object lastKey = null;
    GroupRow last = null;
    long total = 0;
    for (int row : table.own(rows)) {
      Object next = key.apply(row);
      if (last == null || !next.equals(lastKey)) {
        lastKey = next;
        last = groups.computeIfAbsent(next, unused -> new GroupRow(label(table, row, by)));
      }
      long nanos = table.isTimed(row) ? table.nanos(row) : -1;
      long size = table.kind(row) == RowKind.COPY ? table.bytes(row) : -1;
      last.add(row, nanos, size, blocking[table.nameId(row)] && table.kind(row) == RowKind.CALL);
      total += Math.max(0, nanos);
    }
    List<GroupRow> sorted = new ArrayList<>(groups.values());
    for (GroupRow row : sorted) {
      row.seal(total);
    }
    sorted.sort(
        java.util.Comparator.comparingLong((GroupRow row) -> row.times().total())
            .reversed()
            .thenComparing(GroupRow::key));
    return List.copyOf(sorted);
  }

  private static String label(EventTable table, int row, By by) {
    return by == By.NAME ? table.name(row) : table.lane(row).key().group();
  }

  private static boolean[] blocking(EventTable table) {
    List<String> names = table.names();
    boolean[] blocking = new boolean[names.size()];
    for (int i = 0; i < blocking.length; i++) {
      blocking[i] = FunctionCatalogue.waits(names.get(i)) || FunctionCatalogue.blocks(names.get(i));
    }
    return blocking;
  }
}
