// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import io.rocjfr.figures.Units;
import io.rocjfr.schema.EventKind;
import io.rocjfr.schema.Field;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Consumer;
import jdk.jfr.EventType;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Tells our events from others of our names, which have not our fields ({@link EventKind}): readers
 * get ours alone, and what was left out is counted. For one thread.
 */
public final class OwnEvents {
  /** A recording has few types, but each chunk has them anew. */
  private static final int MOST_TYPES = 1_000;

  /** How many kinds of what was left out are named. */
  private static final int MOST_REASONS = 5;

  private static final String OURS = "";

  private final IdentityHashMap<EventType, String> known = new IdentityHashMap<>();
  private final Map<String, Long> leftOut = new LinkedHashMap<>();

  /** Whether an event has one of our names. */
  static boolean isNamedSo(EventType type) {
    return type.getName().startsWith(EventKind.PREFIX);
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
    EventKind kind = EventKind.of(type.getName());
    for (Field<?> field : kind.essential()) {
      if (type.getField(field.fieldName()) == null) {
        return type.getName() + " without " + field;
      }
    }
    for (ValueDescriptor field : type.getFields()) {
      Field<?> known = kind.field(field.getName());
      if (known != null && (field.isArray() || !known.type().accepts(field.getTypeName()))) {
        return type.getName() + " of which " + known + " is not " + known.type().label();
      }
    }
    return OURS;
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
        + " that have rocjfr's names, but that rocjfr did not write. They are left out: "
        + reasons;
  }
}
