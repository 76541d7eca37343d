// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import io.rocjfr.figures.GpuKey;
import io.rocjfr.jmc.model.EachOnce;
import io.rocjfr.jmc.model.EventFields;
import io.rocjfr.jmc.model.EventFields.Reader;
import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.GpuAttributes;
import io.rocjfr.jmc.model.GpuEvents;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.JfrAttributes;

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
  private static final String UNKNOWN = "(unknown)";

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

  /** Work of which nobody told how long it took. */
  final BitSet untimed = new BitSet();

  /** Null where neither the last text nor the last lane is that of the next event. */
  private String lastText;

  private int lastName;
  private int row;

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

  static Set<String> types() {
    return KINDS.keySet();
  }

  static TableBuilder read(IItemCollection recording) {
    Map<Kind, List<IItemIterable>> ofKind = new EnumMap<>(Kind.class);
    long rows = 0;
    long copies = 0;
    for (IItemIterable events : recording) {
      Kind kind = KINDS.get(events.getType().getIdentifier());
      if (kind != null) {
        ofKind.computeIfAbsent(kind, unused -> new ArrayList<>()).add(events);
      }
    }
    ofKind.replaceAll((kind, events) -> EachOnce.of(events));
    for (Map.Entry<Kind, List<IItemIterable>> events : ofKind.entrySet()) {
      long count = events.getValue().stream().mapToLong(IItemIterable::getItemCount).sum();
      rows += count;
      copies += events.getKey() == Kind.COPY ? count : 0;
    }
    TableBuilder builder = new TableBuilder(Math.toIntExact(rows), Math.toIntExact(copies));
    for (Kind kind : Kind.values()) {
      int from = builder.row;
      ofKind.getOrDefault(kind, List.of()).forEach(events -> builder.add(kind, events, from));
      builder.kinds.put(kind, new Span(from, builder.row));
    }
    return builder;
  }

  private void add(Kind kind, IItemIterable events, int firstOfKind) {
    EventFields fields = new EventFields(events.getType());
    Reader<String> text = text(kind, fields);
    Reader<LaneKey> key = kind.isWork() ? work(kind, fields) : thread(kind, fields, events);
    Reader<Long> correlationId = fields.raw(GpuAttributes.CORRELATION_ID, 0);
    Reader<Long> externalId =
        kind == Kind.SPAN ? spanId(fields) : fields.raw(GpuAttributes.EXTERNAL_ID, 0);
    Reader<Long> size = fields.quantity(GpuAttributes.BYTES, UnitLookup.BYTE, -1);
    Reader<Boolean> timed =
        kind.isWork() && fields.has(GpuAttributes.TIMED) ? fields.timed() : item -> true;
    LaneKey lastKey = null;
    int lastLane = -1;
    for (IItem item : events) {
      items[row] = item;
      begin[row] = fields.begin(item);
      end[row] = fields.end(item);
      name[row] = name(text.of(item));
      LaneKey next = key.of(item);
      if (!next.equals(lastKey)) {
        lastLane = lanes.computeIfAbsent(next, unused -> lanes.size());
        lastKey = next;
      }
      lane[row] = lastLane;
      correlation[row] = correlationId.of(item);
      long ofProgram = externalId.of(item);
      if (ofProgram != 0) {
        if (external == null) {
          external = new long[items.length];
        }
        external[row] = ofProgram;
      }
      if (!timed.of(item)) {
        untimed.set(row);
      }
      if (kind == Kind.COPY) {
        bytes[row - firstOfKind] = size.of(item);
      }
      row++;
    }
  }

  private int name(String text) {
    if (!text.equals(lastText)) {
      lastText = text;
      lastName = names.computeIfAbsent(text, unused -> names.size());
    }
    return lastName;
  }

  private static Reader<String> text(Kind kind, EventFields fields) {
    return switch (kind) {
      case KERNEL -> fields.text(GpuAttributes.KERNEL, UNKNOWN);
      case COPY -> fields.text(GpuAttributes.DIRECTION, UNKNOWN);
      case CALL -> fields.text(GpuAttributes.FUNCTION, UNKNOWN);
      case RANGE -> fields.text(GpuAttributes.MESSAGE, "(no message)");
      case SPAN -> fields.text(GpuAttributes.SPAN_ID, UNKNOWN);
    };
  }

  private static Reader<LaneKey> work(Kind kind, EventFields fields) {
    Reader<Long> device = fields.number(GpuAttributes.DEVICE, -1);
    Reader<Long> agent = fields.number(GpuAttributes.AGENT_ID, -1);
    Reader<Long> queue = fields.raw(GpuAttributes.QUEUE, -1);
    Reader<String> gpuName = fields.text(GpuAttributes.GPU_NAME, "");
    return new Reader<>() {
      private LaneKey last = LaneKey.ofWork(kind, new GpuKey(-1, -1), -1);

      @Override
      public LaneKey of(IItem item) {
        int number = device.of(item).intValue();
        int node = agent.of(item).intValue();
        String name = gpuName.of(item);
        long of = queue.of(item);
        if (!last.isWork(number, node, name, of)) {
          last = LaneKey.ofWork(kind, new GpuKey(number, node, name), of);
        }
        return last;
      }
    };
  }

  private static Reader<LaneKey> thread(Kind kind, EventFields fields, IItemIterable events) {
    if (kind == Kind.SPAN) {
      return spanThread(events);
    }
    Reader<Long> actor = GpuEvents.actor(fields);
    Reader<String> threadName = fields.text(GpuAttributes.THREAD_NAME, "");
    Reader<Long> depth = fields.number(GpuAttributes.DEPTH, 0);
    Reader<Long> rangeId = fields.raw(GpuAttributes.RANGE_ID, 0);
    return new Reader<>() {
      private LaneKey last = LaneKey.ofThread(kind, 0, "", 0, false);

      @Override
      public LaneKey of(IItem item) {
        long number = actor.of(item);
        String name = threadName.of(item);
        int level = depth.of(item).intValue();
        boolean startStop = rangeId.of(item) != 0;
        if (!last.isThread(number, name, level, startStop)) {
          last = LaneKey.ofThread(kind, number, name, level, startStop);
        }
        return last;
      }
    };
  }

  /** Spans are told on the thread itself. */
  private static Reader<LaneKey> spanThread(IItemIterable events) {
    IMemberAccessor<IMCThread, IItem> accessor =
        JfrAttributes.EVENT_THREAD.getAccessor(events.getType());
    return item -> {
      IMCThread thread = accessor == null ? null : accessor.getMember(item);
      return thread == null || thread.getThreadId() == null
          ? LaneKey.ofThread(Kind.SPAN, 0, "", 0, false)
          : LaneKey.ofThread(Kind.SPAN, thread.getThreadId(), thread.getThreadName(), 0, false);
    };
  }

  /** As other events have it as their external id. */
  private static Reader<Long> spanId(EventFields fields) {
    Reader<String> text = fields.text(GpuAttributes.SPAN_ID, "0");
    return item -> {
      try {
        return Long.parseUnsignedLong(text.of(item), 16);
      } catch (NumberFormatException e) {
        return 0L; // Not one of OpenTelemetry's: it belongs to nothing.
      }
    };
  }
}
