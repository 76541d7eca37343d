// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import io.rocjfr.jmc.model.EventTypes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;

/** Reads events into columns. */
final class TableBuilder {
  private static final Map<String, Kind> KINDS =
      Map.of(
          EventTypes.KERNEL_DISPATCH, Kind.KERNEL,
          EventTypes.MEM_COPY, Kind.COPY,
          EventTypes.HIP_API, Kind.CALL,
          EventTypes.OPENCL_API, Kind.CALL,
          EventTypes.ROCTX_RANGE, Kind.RANGE,
          EventTypes.SPAN_SCOPE, Kind.SPAN);

  /** The rows of a kind, from one to before another. */
  record Span(int from, int to) {}

  /** Which rows each kind has: they follow each other. */
  final Map<Kind, Span> kinds = new EnumMap<>(Kind.class);

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

  private TableBuilder(int rows, int copies) {
    begin = new long[rows];
    end = new long[rows];
    name = new int[rows];
    lane = new int[rows];
    correlation = new long[rows];
    bytes = new long[copies];
    items = new IItem[rows];
  }

  /** Whether events of this type are in the table. */
  static boolean isOurs(String type) {
    return KINDS.containsKey(type);
  }

  /** Kinds are read beside each other: of a large recording somebody waits for this. */
  static TableBuilder read(IItemCollection recording) {
    Map<Kind, List<IItemIterable>> ofKind = new EnumMap<>(Kind.class);
    for (IItemIterable events : recording) {
      Kind kind = KINDS.get(events.getType().getIdentifier());
      if (kind != null) {
        ofKind.computeIfAbsent(kind, unused -> new ArrayList<>()).add(events);
      }
    }
    List<TablePart> parts =
        Arrays.stream(Kind.values())
            .parallel()
            .map(kind -> new TablePart(kind, ofKind.getOrDefault(kind, List.of())))
            .toList();
    int rows = 0;
    int copies = 0;
    Map<Kind, Span> spans = new EnumMap<>(Kind.class);
    for (TablePart part : parts) {
      spans.put(part.kind(), new Span(rows, Math.addExact(rows, part.size())));
      rows += part.size();
      copies += part.kind() == Kind.COPY ? part.size() : 0;
    }
    TableBuilder builder = new TableBuilder(rows, copies);
    builder.kinds.putAll(spans);
    parts.parallelStream().forEach(part -> part.read(builder, spans.get(part.kind()).from()));
    parts.forEach(TablePart::join);
    return builder;
  }

  void addExternal(long[] ids, int from) {
    if (external == null) {
      external = new long[items.length];
    }
    System.arraycopy(ids, 0, external, from, ids.length);
  }
}
