// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.parquet;

import io.rocjfr.event.BarrierEvent;
import io.rocjfr.event.GpuAllocationEvent;
import io.rocjfr.event.GpuMemoryEvent;
import io.rocjfr.event.GpuTelemetryEvent;
import io.rocjfr.event.HipApiEvent;
import io.rocjfr.event.KernelDispatchEvent;
import io.rocjfr.event.LaunchSiteCountsEvent;
import io.rocjfr.event.LaunchSiteEvent;
import io.rocjfr.event.LiveGpuAllocationEvent;
import io.rocjfr.event.MemCopyEvent;
import io.rocjfr.event.OpenClApiEvent;
import io.rocjfr.event.PendingCallEvent;
import io.rocjfr.event.RecordsLostEvent;
import io.rocjfr.event.RoctxMarkEvent;
import io.rocjfr.event.RoctxRangeEvent;
import io.rocjfr.event.SourceFileEvent;
import io.rocjfr.event.SpanContextEvent;
import io.rocjfr.event.TracerStatusEvent;
import io.rocjfr.recording.RecordedTypes;
import io.rocjfr.schema.EventKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;

/**
 * The tables of a recording's events: of all that this version knows and of all that the recording
 * does, whether it has any such event or not. A query must not fail where nothing was lost.
 */
public final class EventTables {
  /** The events of the agent. */
  public static final List<Class<? extends Event>> KNOWN =
      List.of(
          BarrierEvent.class,
          GpuAllocationEvent.class,
          GpuMemoryEvent.class,
          GpuTelemetryEvent.class,
          HipApiEvent.class,
          KernelDispatchEvent.class,
          LaunchSiteCountsEvent.class,
          LaunchSiteEvent.class,
          LiveGpuAllocationEvent.class,
          MemCopyEvent.class,
          OpenClApiEvent.class,
          PendingCallEvent.class,
          RecordsLostEvent.class,
          RoctxMarkEvent.class,
          RoctxRangeEvent.class,
          SourceFileEvent.class,
          SpanContextEvent.class,
          TracerStatusEvent.class);

  private final ProcessFacts process;
  private final Map<String, TableLayout<RecordedEvent>> tables = new HashMap<>();

  EventTables(Path recording, ProcessFacts process) {
    this.process = process;
    Map<String, List<EventType>> types = new HashMap<>();
    for (EventType type : RecordedTypes.of(recording)) {
      if (type.getName().startsWith(EventKind.PREFIX)) {
        types.computeIfAbsent(type.getName(), name -> new ArrayList<>()).add(type);
      }
    }
    for (Class<? extends Event> known : KNOWN) {
      EventType type = EventType.getEventType(known);
      types.computeIfAbsent(type.getName(), name -> new ArrayList<>()).add(type);
    }
    types.forEach((name, all) -> tables.put(name, table(name, all)));
  }

  /** With the fields that any of the types has. */
  private TableLayout<RecordedEvent> table(String name, List<EventType> types) {
    List<ParquetColumn<RecordedEvent>> columns = new ArrayList<>();
    types.forEach(type -> columns.addAll(EventColumns.of(type)));
    columns.addAll(process.columns());
    EventType first = types.get(0);
    return TableLayout.of(
        name.substring(EventKind.PREFIX.length()),
        text(first.getLabel()),
        text(first.getDescription()),
        columns);
  }

  private static String text(String text) {
    return text == null ? "" : text;
  }

  TableLayout<RecordedEvent> of(RecordedEvent event) {
    EventType type = event.getEventType();
    return tables.computeIfAbsent(type.getName(), name -> table(name, List.of(type)));
  }

  Iterable<TableLayout<RecordedEvent>> all() {
    return tables.values();
  }
}
