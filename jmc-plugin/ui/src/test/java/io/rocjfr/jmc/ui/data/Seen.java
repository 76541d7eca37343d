// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import io.rocjfr.figures.GpuKey;
import io.rocjfr.jmc.model.EventFields;
import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.GpuEvents;
import io.rocjfr.jmc.model.JmcAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.unit.UnitLookup;

/** An event as JMC gives it, and figures of some of them, worked out in the simplest way. */
record Seen(
    RowKind kind,
    String name,
    long thread,
    int depth,
    boolean startStop,
    GpuKey gpu,
    long queue,
    long id,
    long bytes,
    long begin,
    long end,
    boolean timed,
    IItem item) {
  private static final Map<String, RowKind> KINDS =
      Map.of(
          EventTypes.KERNEL_DISPATCH, RowKind.KERNEL,
          EventTypes.MEM_COPY, RowKind.COPY,
          EventTypes.HIP_API, RowKind.CALL,
          EventTypes.ROCTX_RANGE, RowKind.RANGE);

  static List<Seen> all(IItemCollection items) {
    List<Seen> all = new ArrayList<>();
    for (IItemIterable events : items) {
      RowKind kind = KINDS.get(events.getType().getIdentifier());
      if (kind != null) {
        events.forEach(item -> all.add(of(kind, new EventFields(events.getType()), item)));
      }
    }
    return all;
  }

  private static Seen of(RowKind kind, EventFields fields, IItem item) {
    var text =
        switch (kind) {
          case KERNEL -> JmcAttributes.KERNEL;
          case COPY -> JmcAttributes.DIRECTION;
          case RANGE -> JmcAttributes.MESSAGE;
          default -> JmcAttributes.FUNCTION;
        };
    return new Seen(
        kind,
        fields.text(text, "").of(item),
        kind.isWork() ? 0 : GpuEvents.actor(fields).of(item),
        fields.number(JmcAttributes.DEPTH, 0).of(item).intValue(),
        fields.raw(JmcAttributes.RANGE_ID, 0).of(item) != 0,
        kind.isWork()
            ? new GpuKey(
                fields.number(JmcAttributes.DEVICE, -1).of(item).intValue(),
                fields.number(JmcAttributes.AGENT_ID, -1).of(item).intValue(),
                fields.text(JmcAttributes.GPU_NAME, "").of(item))
            : null,
        fields.raw(JmcAttributes.QUEUE, 0).of(item),
        fields.raw(JmcAttributes.CORRELATION_ID, 0).of(item),
        fields.quantity(JmcAttributes.BYTES, UnitLookup.BYTE, -1).of(item),
        fields.begin(item),
        fields.end(item),
        fields.timed().of(item),
        item);
  }

  long nanos() {
    return end - begin;
  }

  /** Whether it ran at this moment; its end is no more in it. */
  boolean holds(long moment) {
    return begin <= moment && moment < end;
  }

  static long total(List<Seen> some) {
    return some.stream().filter(Seen::timed).mapToLong(Seen::nanos).sum();
  }

  /** How long at least one of them ran between these moments. */
  static long union(List<Seen> some, long from, long to) {
    long sum = 0;
    long reached = from;
    for (Seen one : some.stream().sorted(Comparator.comparingLong(Seen::begin)).toList()) {
      long end = Math.min(to, one.end);
      long begin = Math.max(reached, one.begin);
      if (end > begin) {
        sum += end - begin;
        reached = end;
      }
    }
    return sum;
  }

  static long union(List<Seen> some) {
    return union(some, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /** The least that so many percent of them do not exceed; all have times, and there are some. */
  static long percentile(List<Seen> some, int percentage) {
    long[] sorted = some.stream().mapToLong(Seen::nanos).sorted().toArray();
    return sorted[(int) Math.ceil(percentage * sorted.length / 100.0) - 1];
  }
}
