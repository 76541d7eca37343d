// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.ItemSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;

/** Reads events into columns. */
final class TableBuilder {
  private static final Map<String, RowKind> KINDS =
      Map.of(
          EventTypes.KERNEL_DISPATCH, RowKind.KERNEL,
          EventTypes.MEM_COPY, RowKind.COPY,
          EventTypes.HIP_API, RowKind.CALL,
          EventTypes.OPENCL_API, RowKind.CALL,
          EventTypes.ROCTX_RANGE, RowKind.RANGE,
          EventTypes.SPAN_SCOPE, RowKind.SPAN);

  /** The rows of a kind, from one to before another. */
  record Span(int from, int to) {}

  /** Which rows each kind has: they follow each other. */
  final Map<RowKind, Span> kinds = new EnumMap<>(RowKind.class);

  final long[] begin;
  final long[] end;
  final int[] name;
  final int[] lane;
  final long[] correlation;
  final long[] bytes;
  final IItem[] items;
  final Map<String, Integer> names = new LinkedHashMap<>();
  final Map<LaneKey, Integer> lanes = new LinkedHashMap<>();

  /** Null while no event has one. */
  long[] external;

  /** Work of which nobody told how long it took. */
  final BitSet untimed = new BitSet();

  /** So many are there; the columns are longer where JMC gives events twice. */
  int rows;

  private TableBuilder(int rows, int copies) {
    begin = new long[rows];
    end = new long[rows];
    name = new int[rows];
    lane = new int[rows];
    correlation = new long[rows];
    bytes = new long[copies];
    items = new IItem[rows];
  }

  /** Of which kind events of this type are; null if they are not in the table. */
  static RowKind kind(String type) {
    return KINDS.get(type);
  }

  static TableBuilder none() {
    TableBuilder builder = new TableBuilder(0, 0);
    for (RowKind kind : RowKind.values()) {
      builder.kinds.put(kind, new Span(0, 0));
    }
    return builder;
  }

  static TableBuilder read(IItemCollection recording) {
    Map<RowKind, List<IItemIterable>> ofKind = new EnumMap<>(RowKind.class);
    for (IItemIterable events : recording) {
      RowKind kind = KINDS.get(events.getType().getIdentifier());
      if (kind != null) {
        ofKind.computeIfAbsent(kind, unused -> new ArrayList<>()).add(events);
      }
    }
    long all = ofKind.values().stream().mapToLong(ItemSet::count).sum();
    long copies = ItemSet.count(ofKind.getOrDefault(RowKind.COPY, List.of()));
    TableBuilder builder = new TableBuilder(Math.toIntExact(all), Math.toIntExact(copies));
    builder.read(ofKind);
    return builder;
  }

  private void read(Map<RowKind, List<IItemIterable>> ofKind) {
    List<TablePart> parts = new ArrayList<>();
    int from = 0;
    for (RowKind kind : RowKind.values()) {
      List<IItemIterable> events = ofKind.getOrDefault(kind, List.of());
      parts.add(new TablePart(this, kind, events, from));
      from += (int) ItemSet.count(events);
    }
    // On threads of their own: somebody waits, and all that JMC shares may be busy with rules.
    CompletableFuture<?>[] reads =
        parts.stream()
            .map(part -> CompletableFuture.runAsync(part::read, TableBuilder::start))
            .toArray(CompletableFuture[]::new);
    CompletableFuture.allOf(reads).join();
    for (TablePart part : parts) {
      int first = rows;
      rows = part.join(first);
      kinds.put(part.kind(), new Span(first, rows));
    }
  }

  private static void start(Runnable read) {
    Thread thread = new Thread(read, "rocjfr reading");
    thread.setDaemon(true); // JMC may be closed meanwhile
    thread.start();
  }

  /** Moves rows to the front. */
  void move(int from, int to, int count) {
    if (from != to) {
      for (Object column : new Object[] {begin, end, name, lane, correlation, items}) {
        System.arraycopy(column, from, column, to, count);
      }
    }
  }

  void addExternal(long[] ids, int to, int count) {
    if (external == null) {
      external = new long[items.length];
    }
    System.arraycopy(ids, 0, external, to, count);
  }
}
