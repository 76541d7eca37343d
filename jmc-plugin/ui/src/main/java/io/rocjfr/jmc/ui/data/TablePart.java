// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import io.rocjfr.figures.GpuKey;
import io.rocjfr.jmc.model.EventFields;
import io.rocjfr.jmc.model.EventFields.Reader;
import io.rocjfr.jmc.model.GpuEvents;
import io.rocjfr.jmc.model.ItemSet;
import io.rocjfr.jmc.model.JmcAttributes;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.JfrAttributes;

/** Reads the events of one kind into their rows of the columns, while others read theirs. */
final class TablePart {
  private static final String UNKNOWN = "(unknown)";

  /** Of 64 lanes at most the next event's is found without its hash. */
  private static final int NEAR_BITS = 6;

  private final TableBuilder columns;
  private final RowKind kind;
  private final List<IItemIterable> events;
  private final int from;
  private final ItemSet seen;

  /** In the order in which they were found; the columns have these numbers until {@link #join}. */
  private final Map<String, Integer> names = new LinkedHashMap<>();

  private final Map<LaneKey, Integer> lanes = new LinkedHashMap<>();
  private final LaneKey[] near = new LaneKey[1 << NEAR_BITS];
  private final int[] nearNumber = new int[1 << NEAR_BITS];
  private final BitSet untimed = new BitSet();

  /** Null while no event has one. */
  private long[] external;

  /** Null where the last text is not that of the next event. */
  private String lastText;

  private int lastName;
  private int row;

  /**
   * Makes a part.
   *
   * @param from its first row
   */
  TablePart(TableBuilder columns, RowKind kind, List<IItemIterable> events, int from) {
    this.columns = columns;
    this.kind = kind;
    this.events = events;
    this.from = from;
    row = from;
    seen = ItemSet.of(events);
  }

  RowKind kind() {
    return kind;
  }

  /** Fills the rows; some at the end are left where JMC gives events twice. */
  void read() {
    events.forEach(this::add);
  }

  /** Moves the rows there, and numbers names and lanes as all parts together have them. */
  int join(int to) {
    int[] name = numbers(names, columns.names);
    int[] lane = numbers(lanes, columns.lanes);
    for (int i = from; i < row; i++) {
      columns.name[i] = name[columns.name[i]];
      columns.lane[i] = lane[columns.lane[i]];
    }
    int count = row - from;
    columns.move(from, to, count);
    if (external != null) {
      columns.addExternal(external, to, count);
    }
    untimed.stream().forEach(place -> columns.untimed.set(to + place));
    return to + count;
  }

  private static <T> int[] numbers(Map<T, Integer> own, Map<T, Integer> all) {
    int[] numbers = new int[own.size()];
    own.forEach((key, number) -> numbers[number] = all.computeIfAbsent(key, unused -> all.size()));
    return numbers;
  }

  private void add(IItemIterable some) {
    EventFields fields = new EventFields(some.getType());
    Reader<String> text = text(kind, fields);
    ToIntFunction<IItem> laneOf = kind.isWork() ? work(fields) : thread(fields, some);
    Reader<Long> correlationId = fields.raw(JmcAttributes.CORRELATION_ID, 0);
    Reader<Long> externalId =
        kind == RowKind.SPAN ? spanId(fields) : fields.raw(JmcAttributes.EXTERNAL_ID, 0);
    Reader<Long> size = fields.quantity(JmcAttributes.BYTES, UnitLookup.BYTE, -1);
    Reader<Boolean> timed =
        kind.isWork() && fields.has(JmcAttributes.TIMED) ? fields.timed() : item -> true;
    for (IItem item : some) {
      long begin = fields.begin(item);
      if (!seen.add(item, begin)) {
        continue;
      }
      columns.items[row] = item;
      columns.begin[row] = begin;
      columns.end[row] = Math.max(begin, fields.end(item)); // counted, and nothing, as in summary
      columns.name[row] = name(text.of(item));
      columns.lane[row] = laneOf.applyAsInt(item);
      columns.correlation[row] = correlationId.of(item);
      long ofProgram = externalId.of(item);
      if (ofProgram != 0) {
        if (external == null) {
          external = new long[(int) ItemSet.count(events)];
        }
        external[row - from] = ofProgram;
      }
      if (!timed.of(item)) {
        untimed.set(row - from);
      }
      if (kind == RowKind.COPY) {
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

  private static Reader<String> text(RowKind kind, EventFields fields) {
    return switch (kind) {
      case KERNEL -> fields.text(JmcAttributes.KERNEL, UNKNOWN);
      case COPY -> fields.text(JmcAttributes.DIRECTION, UNKNOWN);
      case CALL -> fields.text(JmcAttributes.FUNCTION, UNKNOWN);
      case RANGE -> fields.text(JmcAttributes.MESSAGE, "(no message)");
      case SPAN -> fields.text(JmcAttributes.SPAN_ID, UNKNOWN);
    };
  }

  private ToIntFunction<IItem> work(EventFields fields) {
    Reader<Long> device = fields.number(JmcAttributes.DEVICE, -1);
    Reader<Long> agent = fields.number(JmcAttributes.AGENT_ID, -1);
    Reader<Long> queue = fields.raw(JmcAttributes.QUEUE, -1);
    Reader<String> gpuName = fields.text(JmcAttributes.GPU_NAME, "");
    return item -> {
      int number = device.of(item).intValue();
      int node = agent.of(item).intValue();
      String name = gpuName.of(item);
      long of = queue.of(item);
      int place = place(number, of);
      if (near[place] == null || !near[place].isWork(number, node, name, of)) {
        keep(place, LaneKey.ofWork(kind, new GpuKey(number, node, name), of));
      }
      return nearNumber[place];
    };
  }

  private ToIntFunction<IItem> thread(EventFields fields, IItemIterable events) {
    if (kind == RowKind.SPAN) {
      return spanThread(events);
    }
    Reader<Long> actor = GpuEvents.actor(fields);
    Reader<String> threadName = fields.text(JmcAttributes.THREAD_NAME, "");
    Reader<Long> depth = fields.number(JmcAttributes.DEPTH, 0);
    Reader<Long> rangeId = fields.raw(JmcAttributes.RANGE_ID, 0);
    return item -> {
      long number = actor.of(item);
      String name = threadName.of(item);
      int level = depth.of(item).intValue();
      boolean startStop = rangeId.of(item) != 0;
      int place = place(number, level);
      if (near[place] == null || !near[place].isThread(number, name, level, startStop)) {
        keep(place, LaneKey.ofThread(kind, number, name, level, startStop));
      }
      return nearNumber[place];
    };
  }

  /** Where a lane is looked for first: lanes of one place take turns. */
  private static int place(long one, long other) {
    return (int) (((31 * one + other) * 0x9E3779B97F4A7C15L) >>> (Long.SIZE - NEAR_BITS));
  }

  private void keep(int place, LaneKey key) {
    near[place] = key;
    nearNumber[place] = number(key);
  }

  private int number(LaneKey key) {
    return lanes.computeIfAbsent(key, unused -> lanes.size());
  }

  /** Spans are told on the thread itself. */
  private ToIntFunction<IItem> spanThread(IItemIterable events) {
    IMemberAccessor<IMCThread, IItem> accessor =
        JfrAttributes.EVENT_THREAD.getAccessor(events.getType());
    return item -> {
      IMCThread thread = accessor == null ? null : accessor.getMember(item);
      return number(
          thread == null || thread.getThreadId() == null
              ? LaneKey.ofThread(RowKind.SPAN, 0, "", 0, false)
              : LaneKey.ofThread(
                  RowKind.SPAN, thread.getThreadId(), thread.getThreadName(), 0, false));
    };
  }

  /** As other events have it as their external id. */
  private static Reader<Long> spanId(EventFields fields) {
    Reader<String> text = fields.text(JmcAttributes.SPAN_ID, "0");
    return item -> {
      try {
        return Long.parseUnsignedLong(text.of(item), 16);
      } catch (NumberFormatException e) {
        return 0L; // Not one of OpenTelemetry's: it belongs to nothing.
      }
    };
  }
}
