// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.ItemCollectionToolkit;

/**
 * Kernels, copies, calls, ranges and spans of a recording as columns: an event is a row. About 50
 * bytes a row, beside the events themselves, which JMC holds.
 */
public final class EventTable {
  private final Map<Kind, TableBuilder.Span> kinds;
  private final long[] begin;
  private final long[] end;
  private final int[] name;
  private final int[] lane;
  private final long[] correlation;
  private final long[] external;
  private final long[] bytes;
  private final IItem[] items;
  private final int size;
  private final List<String> names;
  private final List<Lane> lanes;
  private final BitSet untimed;
  private int[] byCorrelation;

  EventTable(TableBuilder from) {
    kinds = from.kinds;
    begin = from.begin;
    end = from.end;
    name = from.name;
    lane = from.lane;
    correlation = from.correlation;
    external = from.external;
    bytes = from.bytes;
    untimed = from.untimed;
    items = from.items;
    size = from.rows;
    names = List.copyOf(from.names.keySet());
    List<Lane> made = new ArrayList<>();
    int[] counts = new int[from.lanes.size()];
    for (int row = 0; row < size; row++) {
      counts[lane[row]]++;
    }
    int[][] rows = new int[counts.length][];
    for (int i = 0; i < counts.length; i++) {
      rows[i] = new int[counts[i]];
      counts[i] = 0;
    }
    for (int row = 0; row < size; row++) {
      rows[lane[row]][counts[lane[row]]++] = row;
    }
    int next = 0;
    for (LaneKey key : from.lanes.keySet()) {
      made.add(new Lane(key, begin, end, rows[next++]));
    }
    lanes = List.copyOf(made);
  }

  /** Reads the events of a recording. */
  public static EventTable read(IItemCollection recording) {
    return new EventTable(TableBuilder.read(recording));
  }

  /** How many rows there are. */
  public int size() {
    return size;
  }

  public Kind kind(int row) {
    return lanes.get(lane[row]).key().kind();
  }

  /** In nanoseconds of the epoch. */
  public long begin(int row) {
    return begin[row];
  }

  /** In nanoseconds of the epoch. */
  public long end(int row) {
    return end[row];
  }

  public long nanos(int row) {
    return end[row] - begin[row];
  }

  /**
   * Whether it is known how long it took; else the queue, one of OpenCL's, has no profiling, and
   * the event is where the host saw the end.
   */
  public boolean isTimed(int row) {
    return !untimed.get(row);
  }

  /** The kernel, direction, function or message. */
  public String name(int row) {
    return names.get(name[row]);
  }

  /** The number of its name: equal for equal names. */
  public int nameId(int row) {
    return name[row];
  }

  /** The names by their numbers. */
  public List<String> names() {
    return names;
  }

  public Lane lane(int row) {
    return lanes.get(lane[row]);
  }

  /** In the order in which they were found. */
  public List<Lane> lanes() {
    return lanes;
  }

  /** Joins a call with its work; 0 if there is none. */
  public long correlation(int row) {
    return correlation[row];
  }

  /** The span or what else the program gave; 0 if nothing. */
  public long external(int row) {
    return external == null ? 0 : external[row];
  }

  /** Of a copy; less than 0 if unknown, 0 for all others. */
  public long bytes(int row) {
    int copy = row - kinds.get(Kind.COPY).from();
    return copy < 0 || row >= kinds.get(Kind.COPY).to() ? 0 : bytes[copy];
  }

  /** The event itself. */
  public IItem item(int row) {
    return items[row];
  }

  /** All rows of a kind. */
  public int[] rows(Kind kind) {
    return Sorting.range(kinds.get(kind).from(), kinds.get(kind).to());
  }

  /** The rows of these events, in ascending order; events that are not in the table have none. */
  public int[] rowsOf(IItemCollection selected) {
    Set<IItem> wanted = Collections.newSetFromMap(new IdentityHashMap<>());
    for (IItemIterable events : selected) {
      if (TableBuilder.isOurs(events.getType().getIdentifier())) {
        events.forEach(wanted::add);
      }
    }
    int[] rows = new int[wanted.size()];
    int found = 0;
    for (int row = 0; row < size && found < rows.length; row++) {
      if (wanted.contains(items[row])) {
        rows[found++] = row;
      }
    }
    return found == rows.length ? rows : Arrays.copyOf(rows, found);
  }

  /** The events of these rows. */
  public IItemCollection collection(int[] rows) {
    IItem[] selected = new IItem[rows.length];
    for (int i = 0; i < rows.length; i++) {
      selected[i] = items[rows[i]];
    }
    return ItemCollectionToolkit.build(Stream.of(selected));
  }

  void sortByBegin(int[] rows) {
    Sorting.by(begin, rows);
  }

  /** Those events of a lane whose times are known. */
  Lane timed(Lane all) {
    return untimed.isEmpty()
        ? all
        : new Lane(
            all.key(), begin, end, Arrays.stream(all.rows()).filter(this::isTimed).toArray());
  }

  /** All events of some lanes as one. */
  Lane union(List<Lane> some) {
    int[] rows = new int[some.stream().mapToInt(Lane::size).sum()];
    int next = 0;
    for (Lane one : some) {
      for (int place = 0; place < one.size(); place++) {
        rows[next++] = one.row(place);
      }
    }
    return new Lane(null, begin, end, rows);
  }

  /** Calls and work with this correlation id. */
  int[] correlated(long id) {
    if (id == 0) {
      return new int[0];
    }
    int[] sorted = byCorrelation();
    int from = Sorting.firstFrom(correlation, sorted, id);
    int to = from;
    while (to < sorted.length && correlation[sorted[to]] == id) {
      to++;
    }
    return Arrays.copyOfRange(sorted, from, to);
  }

  /** The first of the lane's rows that does not begin before this. */
  int firstFrom(int[] rows, long moment) {
    return Sorting.firstFrom(begin, rows, moment);
  }

  /** The rows of calls and work by their correlation ids; not to be changed. */
  synchronized int[] byCorrelation() {
    if (byCorrelation == null) {
      int calls = kinds.get(Kind.CALL).to();
      int[] sorted = Sorting.range(0, calls);
      Sorting.by(correlation, sorted);
      byCorrelation = sorted;
    }
    return byCorrelation;
  }
}
