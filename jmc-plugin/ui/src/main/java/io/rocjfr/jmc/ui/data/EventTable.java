// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import io.rocjfr.figures.Intervals;
import io.rocjfr.jmc.model.EventFields;
import io.rocjfr.jmc.model.EventFields.Reader;
import io.rocjfr.jmc.model.SampledLaunches;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IType;
import org.openjdk.jmc.common.item.ItemCollectionToolkit;

/**
 * Kernels, copies, calls, ranges and spans of a recording as columns: an event is a row. About 50
 * bytes a row, beside the events themselves, which JMC holds.
 */
public final class EventTable {
  private final Map<RowKind, TableBuilder.Span> kinds;
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

  /** Of the kernels; null until somebody asks. */
  private int[] alike;

  private final Map<RowKind, int[]> byBegin = new EnumMap<>(RowKind.class);

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

  /** One without rows. */
  static EventTable none() {
    return new EventTable(TableBuilder.none());
  }

  /** These rows, of which one that has none has none: its recording was closed meanwhile. */
  int[] own(int[] rows) {
    return size == 0 ? new int[0] : rows;
  }

  /** How many rows there are. */
  public int size() {
    return size;
  }

  public RowKind kind(int row) {
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
    int copy = row - kinds.get(RowKind.COPY).from();
    return copy < 0 || row >= kinds.get(RowKind.COPY).to() ? 0 : bytes[copy];
  }

  /** The event itself. */
  public IItem item(int row) {
    return items[row];
  }

  /** All rows of a kind. */
  public int[] rows(RowKind kind) {
    return Sorting.range(kinds.get(kind).from(), kinds.get(kind).to());
  }

  /** The rows of these events, in ascending order; events that are not in the table have none. */
  public int[] rowsOf(IItemCollection selected) {
    return new RowFinder(this).of(selected);
  }

  /** The events of these rows. */
  public IItemCollection collection(int[] rows) {
    return ItemCollectionToolkit.build(Arrays.stream(own(rows)).mapToObj(this::item));
  }

  void sortByBegin(int[] rows) {
    Sorting.by(begin, rows);
  }

  /** When at least one of these ran. */
  Intervals running(int[] rows) {
    return Intervals.of(begin, end, rows);
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

  /** The rows of a kind by their begin; not to be changed. */
  synchronized int[] byBegin(RowKind kind) {
    return byBegin.computeIfAbsent(
        kind,
        wanted -> {
          int[] sorted = rows(wanted);
          Sorting.by(begin, sorted);
          return sorted;
        });
  }

  /** Of the row of a kernel: a number that it shares with those whose executions are alike. */
  synchronized IntUnaryOperator alike() {
    TableBuilder.Span span = kinds.get(RowKind.KERNEL);
    if (alike == null) {
      Map<Object, Integer> numbers = new HashMap<>();
      Map<IType<?>, Reader<Object>> likeness = new HashMap<>();
      alike =
          IntStream.range(span.from(), span.to())
              .mapToObj(row -> items[row])
              .map(item -> likeness.computeIfAbsent(item.getType(), EventTable::likeness).of(item))
              .mapToInt(key -> numbers.computeIfAbsent(key, unused -> numbers.size()))
              .toArray();
    }
    int[] ofKernels = alike;
    return row -> ofKernels[row - span.from()];
  }

  @SuppressWarnings("unchecked") // as JMC's own readers of an event's type do
  private static Reader<Object> likeness(IType<?> type) {
    return SampledLaunches.likeness(new EventFields((IType<IItem>) type));
  }

  /** The rows of calls and work by their correlation ids; not to be changed. */
  synchronized int[] byCorrelation() {
    if (byCorrelation == null) {
      int calls = kinds.get(RowKind.CALL).to();
      int[] sorted = Sorting.range(0, calls);
      Sorting.by(correlation, sorted);
      byCorrelation = sorted;
    }
    return byCorrelation;
  }
}
