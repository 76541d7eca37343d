// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.cli.parquet.EventTables;
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

  static final List<Class<? extends Event>> ALL = EventTables.KNOWN;

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
