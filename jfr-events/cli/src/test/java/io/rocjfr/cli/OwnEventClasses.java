// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

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
import java.util.List;
import java.util.Set;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.ValueDescriptor;

/** The events of the agent, and their fields. */
final class OwnEventClasses {
  /** Fields of all events, which JFR fills in. */
  private static final Set<String> JFR =
      Set.of("startTime", "duration", "eventThread", "stackTrace");

  static final List<Class<? extends Event>> ALL =
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

  private OwnEventClasses() {}

  /** What the events of a type say beside their time, thread and stack. */
  static List<ValueDescriptor> fields(Class<? extends Event> type) {
    return EventType.getEventType(type).getFields().stream()
        .filter(field -> !JFR.contains(field.getName()))
        .toList();
  }

  static String name(Class<? extends Event> type) {
    return EventType.getEventType(type).getName();
  }
}
