// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.jmc.model.JmcAttributes;
import io.rocjfr.schema.EventKind;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openjdk.jmc.common.item.IAttribute;
import org.openjdk.jmc.common.unit.UnitLookup;

/** Rules and pages read fields that the events really have, with the types that JMC gives them. */
class EventFormTest {
  private final Map<String, Set<String>> events = RealEvents.fields();

  private static Stream<IAttribute<?>> attributes() {
    return Stream.of(JmcAttributes.class.getFields()).map(EventFormTest::attribute);
  }

  private static IAttribute<?> attribute(Field field) {
    try {
      return (IAttribute<?>) field.get(null);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void eachEventHasEachOfItsFieldsAsJmcAsksForIt() {
    Set<String> found = new TreeSet<>();
    events.forEach(
        (event, fields) ->
            attributes()
                .filter(attribute -> EventKind.of(event).field(attribute.getIdentifier()) != null)
                .filter(attribute -> attribute != JmcAttributes.SPAN_ID) // of rocjfr-otel.jar
                .map(EventFormTest::form)
                .forEach(
                    form -> {
                      assertThat(fields).as(event).contains(form);
                      found.add(form);
                    }));
    assertThat(attributes().map(EventFormTest::form))
        .allMatch(form -> found.contains(form) || form.equals("spanId:" + text()));
  }

  private static String text() {
    return UnitLookup.PLAIN_TEXT.getIdentifier();
  }

  private static String form(IAttribute<?> attribute) {
    return attribute.getIdentifier() + ":" + attribute.getContentType().getIdentifier();
  }
}
