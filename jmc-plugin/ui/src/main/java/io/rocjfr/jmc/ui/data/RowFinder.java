// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import io.rocjfr.jmc.model.EventFields;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.stream.IntStream;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;

/**
 * Finds the rows of events by their begin. A few events of a large recording are selected again and
 * again, and the identity hash of objects costs more.
 */
final class RowFinder {
  /** So many rows of one moment are looked at, for an event. */
  private static final int NEAR = 16;

  private final EventTable table;

  /** Many of the table begin when these do. */
  private final Set<IItem> crowded = Collections.newSetFromMap(new IdentityHashMap<>());

  private int[] rows = new int[16];
  private int count;
  private long steps;

  RowFinder(EventTable table) {
    this.table = table;
  }

  /** How many rows were looked at. */
  long steps() {
    return steps;
  }

  /** The rows of these events, in ascending order; events that are not in the table have none. */
  int[] of(IItemCollection selected) {
    count = 0;
    crowded.clear();
    for (IItemIterable events : selected) {
      RowKind kind = TableBuilder.kind(events.getType().getIdentifier());
      if (kind != null) {
        find(events, table.byBegin(kind));
      }
    }
    if (!crowded.isEmpty()) {
      IntStream.range(0, table.size())
          .filter(row -> crowded.contains(table.item(row)))
          .forEach(this::add);
    }
    return Arrays.stream(rows, 0, count).sorted().distinct().toArray();
  }

  private void find(IItemIterable events, int[] sorted) {
    EventFields fields = new EventFields(events.getType());
    int next = 0;
    for (IItem given : events) {
      IItem item = LaunchedEvent.recorded(given);
      // Mostly they come in the order of their begin, one after the other.
      if (!is(item, sorted, next)) {
        next = place(item, fields.begin(given), sorted);
      }
      if (next < sorted.length) {
        add(sorted[next++]);
      }
    }
  }

  /** Where the event is; behind all where it is not, or among many. */
  private int place(IItem item, long begin, int[] sorted) {
    int first = table.firstFrom(sorted, begin);
    int place = first;
    while (place < sorted.length && table.begin(sorted[place]) == begin) {
      if (is(item, sorted, place)) {
        return place;
      }
      place++;
      if (place - first == NEAR) {
        crowded.add(item);
        break;
      }
    }
    return sorted.length;
  }

  @SuppressWarnings("ReferenceEquality") // the very event is meant
  private boolean is(IItem item, int[] sorted, int place) {
    steps++;
    return place < sorted.length && table.item(sorted[place]) == item;
  }

  private void add(int row) {
    if (count == rows.length) {
      rows = Arrays.copyOf(rows, 2 * count);
    }
    rows[count++] = row;
  }
}
