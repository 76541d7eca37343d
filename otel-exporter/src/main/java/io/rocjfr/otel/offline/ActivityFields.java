// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

import io.rocjfr.ActivityKind;
import io.rocjfr.figures.FunctionCatalogue;
import io.rocjfr.recording.Fields;
import io.rocjfr.schema.Field;
import java.util.HashSet;
import java.util.Set;
import jdk.jfr.EventType;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;

/** The fields of one event type: a recording may come from another version of rocjfr. */
final class ActivityFields {
  private final ActivityKind kind;
  private final Set<String> names = new HashSet<>();
  private RecordedEvent event;

  ActivityFields(EventType type) {
    kind = EventActivity.kind(type.getName());
    for (ValueDescriptor field : type.getFields()) {
      names.add(field.getName());
    }
  }

  ActivityKind kind() {
    return kind;
  }

  /** What follows is about this event. */
  void begin(RecordedEvent recorded) {
    event = recorded;
  }

  long beginNanos() {
    return Fields.begin(event);
  }

  long endNanos() {
    return Fields.end(event);
  }

  /** That of a call. */
  String category() {
    return Fields.text(event, Field.CATEGORY, FunctionCatalogue.OTHER);
  }

  long number(Field<Long> field, long otherwise) {
    return names.contains(field.fieldName()) ? event.getLong(field.fieldName()) : otherwise;
  }

  String text(Field<String> field) {
    return names.contains(field.fieldName()) ? event.getString(field.fieldName()) : null;
  }

  boolean flag(Field<Boolean> field, boolean otherwise) {
    return names.contains(field.fieldName()) ? event.getBoolean(field.fieldName()) : otherwise;
  }
}
