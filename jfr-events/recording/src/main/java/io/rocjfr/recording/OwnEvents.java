// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import io.rocjfr.figures.EventForm;
import io.rocjfr.figures.Units;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Consumer;
import jdk.jfr.EventType;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Tells our events from others of our names, which have not our fields ({@link EventForm}): readers
 * get ours alone, and what was left out is counted. For one thread.
 */
public final class OwnEvents {
  private static final Set<String> INTEGERS = Set.of("byte", "short", "int", "long");
  private static final Set<String> DECIMALS = Set.of("float", "double");

  /** A recording has few types, but each chunk has them anew. */
  private static final int MOST_TYPES = 1_000;

  /** How many kinds of what was left out are named. */
  private static final int MOST_REASONS = 5;

  private static final String OURS = "";

  private final IdentityHashMap<EventType, String> known = new IdentityHashMap<>();
  private final Map<String, Long> leftOut = new LinkedHashMap<>();

  /** Whether an event has one of our names. */
  static boolean isNamedSo(EventType type) {
    return type.getName().startsWith(Fields.PREFIX);
  }

  /** Hands over our events, and others than those of our names. For one thread. */
  public static Consumer<RecordedEvent> only(Consumer<RecordedEvent> consumer) {
    OwnEvents own = new OwnEvents();
    return event -> {
      if (!isNamedSo(event.getEventType()) || own.isOurs(event)) {
        consumer.accept(event);
      }
    };
  }

  /** Whether an event of one of our names is ours; it is counted if it is not. */
  boolean isOurs(RecordedEvent event) {
    EventType type = event.getEventType();
    String problem = known.get(type);
    if (problem == null) {
      if (known.size() >= MOST_TYPES) {
        known.clear();
      }
      problem = problem(type);
      known.put(type, problem);
    }
    if (problem.equals(OURS)) {
      return true;
    }
    String reason = leftOut.size() < MOST_REASONS ? problem : "others";
    leftOut.merge(leftOut.containsKey(problem) ? problem : reason, 1L, Long::sum);
    return false;
  }

  /** Whether events of this type are ours. */
  static boolean isOurs(EventType type) {
    return isNamedSo(type) && problem(type).equals(OURS);
  }

  private static String problem(EventType type) {
    String name = type.getName();
    for (String field : EventForm.essential(name)) {
      if (type.getField(field) == null) {
        return name + " without " + field;
      }
    }
    for (ValueDescriptor field : type.getFields()) {
      EventForm.Kind kind = EventForm.kind(name, field.getName());
      if (kind != null && !isOf(kind, field)) {
        return name + " of which " + field.getName() + " is not " + kind.label();
      }
    }
    return OURS;
  }

  private static boolean isOf(EventForm.Kind kind, ValueDescriptor field) {
    String type = field.getTypeName();
    return !field.isArray()
        && switch (kind) {
          case TEXT -> type.equals("java.lang.String");
          case INTEGER -> INTEGERS.contains(type);
          case DECIMAL -> DECIMALS.contains(type);
          case FLAG -> type.equals("boolean");
          case THREAD -> type.equals("java.lang.Thread");
        };
  }

  /** What was left out, as what follows the name of a file; null if there was nothing. */
  String leftOut() {
    if (leftOut.isEmpty()) {
      return null;
    }
    long count = leftOut.values().stream().mapToLong(Long::longValue).sum();
    StringJoiner reasons = new StringJoiner(", ");
    leftOut.forEach((reason, times) -> reasons.add(Units.count(times) + " " + reason));
    return "holds "
        + Units.count(count, "event", "events")
        + " of rocjfr's names that rocjfr does not write, which are left out: "
        + reasons;
  }
}
