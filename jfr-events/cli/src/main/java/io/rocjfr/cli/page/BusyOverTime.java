// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.page;

import com.fasterxml.jackson.core.JsonGenerator;
import io.rocjfr.figures.BusyShare;
import io.rocjfr.figures.GpuKey;
import io.rocjfr.figures.Intervals;
import io.rocjfr.figures.Intervals.Interval;
import io.rocjfr.schema.EventKind;
import io.rocjfr.schema.Field;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** How busy each GPU was over the time that a page shows. */
public final class BusyOverTime {
  private static final int SLOTS = 600;

  /** Barriers keep no GPU busy; calls of OpenCL have a device and a queue, but are the host's. */
  private static final Set<EventKind> WORK =
      EnumSet.of(EventKind.KERNEL_DISPATCH, EventKind.MEM_COPY);

  private BusyOverTime() {}

  public static void write(JsonGenerator json, PageEvents events) throws IOException {
    Map<GpuKey, List<Interval>> busy = new TreeMap<>();
    long begin = Long.MAX_VALUE;
    long end = Long.MIN_VALUE;
    for (PageTable table : events.tables()) {
      PageColumn devices = table.values(Field.DEVICE);
      PageColumn agents = table.values(Field.AGENT_ID);
      PageColumn names = table.values(Field.DEVICE_NAME);
      PageColumn timed = table.values(Field.TIMED);
      boolean work = WORK.contains(table.kind()) && devices != null;
      for (int i = 0; i < table.size(); i++) {
        long from = table.begins().get(i);
        long to = from + table.durations().get(i);
        begin = Math.min(begin, from);
        end = Math.max(end, to);
        if (work && (timed == null || timed.get(i) != 0)) {
          GpuKey gpu =
              new GpuKey(
                  (int) devices.get(i),
                  agents == null ? -1 : (int) agents.get(i),
                  names == null ? "" : events.strings().all().get((int) names.get(i)));
          busy.computeIfAbsent(gpu, key -> new ArrayList<>()).add(new Interval(from, to));
        }
      }
    }
    json.writeObjectFieldStart("busy");
    json.writeNumberField("begin", begin > end ? 0 : begin);
    json.writeNumberField("end", begin > end ? 0 : end);
    json.writeArrayFieldStart("gpus");
    for (Map.Entry<GpuKey, List<Interval>> gpu : busy.entrySet()) {
      json.writeStartObject();
      json.writeStringField("gpu", gpu.getKey().label());
      json.writeArrayFieldStart("shares");
      for (double share : BusyShare.of(Intervals.of(gpu.getValue()), begin, end, SLOTS)) {
        json.writeNumber(Math.round(share * 10_000) / 10_000.0);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
