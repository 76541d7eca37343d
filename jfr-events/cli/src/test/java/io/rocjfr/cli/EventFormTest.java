// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.figures.EventForm;
import java.util.Set;
import java.util.TreeSet;
import jdk.jfr.Event;
import jdk.jfr.ValueDescriptor;
import org.junit.jupiter.api.Test;

/** What readers take for our events is what the agent writes. */
class EventFormTest {
  private static EventForm.Kind kind(ValueDescriptor field) {
    return switch (field.getTypeName()) {
      case "java.lang.String" -> EventForm.Kind.TEXT;
      case "int", "long" -> EventForm.Kind.INTEGER;
      case "float", "double" -> EventForm.Kind.DECIMAL;
      case "boolean" -> EventForm.Kind.FLAG;
      case "java.lang.Thread" -> EventForm.Kind.THREAD;
      default -> null;
    };
  }

  @Test
  void eachFieldOfEachEventIsKnownAsWhatItIs() {
    Set<String> events = new TreeSet<>(Set.of("rocjfr.SpanScope")); // of rocjfr-otel.jar
    Set<String> names = new TreeSet<>();
    for (Class<? extends Event> type : OwnEventClasses.ALL) {
      String event = OwnEventClasses.name(type);
      events.add(event);
      for (ValueDescriptor field : OwnEventClasses.fields(type)) {
        names.add(field.getName());
        assertThat(EventForm.kind(event, field.getName()))
            .as(event + " " + field.getName())
            .isNotNull()
            .isEqualTo(kind(field));
      }
      assertThat(OwnEventClasses.fields(type).stream().map(ValueDescriptor::getName))
          .as(event)
          .containsAll(EventForm.essential(event));
    }
    assertThat(EventForm.events()).containsExactlyInAnyOrderElementsOf(events);
    assertThat(EventForm.fields()).containsExactlyInAnyOrderElementsOf(names);
  }
}
