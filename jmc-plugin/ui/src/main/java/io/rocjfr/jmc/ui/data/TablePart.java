// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import io.rocjfr.figures.GpuKey;
import io.rocjfr.jmc.model.EachOnce;
import io.rocjfr.jmc.model.EventFields;
import io.rocjfr.jmc.model.EventFields.Reader;
import io.rocjfr.jmc.model.GpuAttributes;
import io.rocjfr.jmc.model.GpuEvents;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.JfrAttributes;

/** Reads the events of one kind into their rows of the columns; beside other kinds' at a time. */
final class TablePart {
  private static final String UNKNOWN = "(unknown)";

  private final Kind kind;
  private final List<IItemIterable> events;
  private final int size;

  /** In the order in which they were found; the columns have these numbers until {@link #join}. */
  private final Map<String, Integer> names = new LinkedHashMap<>();

  private final Map<LaneKey, Integer> lanes = new LinkedHashMap<>();

  private TableBuilder columns;
  private int from;

  /** Null while no event has one. */
  private long[] external;

  /** Null where neither the last text nor the last lane is that of the next event. */
  private String lastText;

  private int lastName;
  private int row;

  TablePart(Kind kind, List<IItemIterable> given) {
    this.kind = kind;
    events = EachOnce.of(given);
    size = Math.toIntExact(events.stream().mapToLong(IItemIterable::getItemCount).sum());
  }

  Kind kind() {
    return kind;
  }

  int size() {
    return size;
  }

  /** Fills these rows. */
  void read(TableBuilder into, int firstRow) {
    columns = into;
    from = firstRow;
    row = firstRow;
    events.forEach(this::add);
  }

  /** Numbers names and lanes as all parts together have them. */
  void join() {
    int[] name = numbers(names, columns.names);
    int[] lane = numbers(lanes, columns.lanes);
    for (int i = from; i < row; i++) {
      columns.name[i] = name[columns.name[i]];
      columns.lane[i] = lane[columns.lane[i]];
    }
    if (external != null) {
      columns.addExternal(external, from);
    }
  }

  private static <T> int[] numbers(Map<T, Integer> own, Map<T, Integer> all) {
    int[] numbers = new int[own.size()];
    own.forEach((key, number) -> numbers[number] = all.computeIfAbsent(key, unused -> all.size()));
    return numbers;
  }

  private void add(IItemIterable events) {
    EventFields fields = new EventFields(events.getType());
    Reader<String> text = text(kind, fields);
    Reader<LaneKey> key = kind.isWork() ? work(kind, fields) : thread(kind, fields, events);
    Reader<Long> correlationId = fields.raw(GpuAttributes.CORRELATION_ID, 0);
    Reader<Long> externalId =
        kind == Kind.SPAN ? spanId(fields) : fields.raw(GpuAttributes.EXTERNAL_ID, 0);
    Reader<Long> size = fields.quantity(GpuAttributes.BYTES, UnitLookup.BYTE, -1);
    LaneKey lastKey = null;
    int lastLane = -1;
    for (IItem item : events) {
      columns.items[row] = item;
      columns.begin[row] = fields.begin(item);
      columns.end[row] = fields.end(item);
      columns.name[row] = name(text.of(item));
      LaneKey next = key.of(item);
      if (!next.equals(lastKey)) {
        lastLane = lanes.computeIfAbsent(next, unused -> lanes.size());
        lastKey = next;
      }
      columns.lane[row] = lastLane;
      columns.correlation[row] = correlationId.of(item);
      long ofProgram = externalId.of(item);
      if (ofProgram != 0) {
        if (external == null) {
          external = new long[this.size];
        }
        external[row - from] = ofProgram;
      }
      if (kind == Kind.COPY) {
        columns.bytes[row - from] = size.of(item);
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
    return item ->
        LaneKey.ofWork(
            kind,
            new GpuKey(device.of(item).intValue(), agent.of(item).intValue(), gpuName.of(item)),
            queue.of(item));
  }

  private static Reader<LaneKey> thread(Kind kind, EventFields fields, IItemIterable events) {
    if (kind == Kind.SPAN) {
      return spanThread(events);
    }
    Reader<Long> actor = GpuEvents.actor(fields);
    Reader<String> threadName = fields.text(GpuAttributes.THREAD_NAME, "");
    Reader<Long> depth = fields.number(GpuAttributes.DEPTH, 0);
    Reader<Long> rangeId = fields.raw(GpuAttributes.RANGE_ID, 0);
    return item ->
        LaneKey.ofThread(
            kind,
            actor.of(item),
            threadName.of(item),
            depth.of(item).intValue(),
            rangeId.of(item) != 0);
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
