// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.schema.EventKind;
import io.rocjfr.schema.Field;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.AnnotationElement;
import jdk.jfr.Event;
import jdk.jfr.EventFactory;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.ValueDescriptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What export prints is visible, and others' events are none of ours. */
class ForeignEventsTest {
  @TempDir Path folder;

  private static EventFactory factory(String name, ValueDescriptor... fields) {
    return EventFactory.create(List.of(new AnnotationElement(Name.class, name)), List.of(fields));
  }

  @Test
  void whatIsPrintedIsVisible() {
    StringWriter printed = new StringWriter();
    ExportMain.run(
        new PrintWriter(printed),
        new PrintWriter(printed),
        folder.resolve("none\u001b[31m\n.jfr").toString(),
        "--discard");
    assertThat(printed.toString())
        .contains("none\\u{1b}[31m\\n.jfr does not exist")
        .matches("[\\n -~]*");
  }

  /** Each field of each event that export reads, as each other type. */
  @Test
  void othersEventsAreLeftOut() throws Exception {
    Path file = folder.resolve("foreign.jfr");
    int foreign = 0;
    List<EventFactory> factories = new ArrayList<>();
    List<Class<?>> types =
        List.of(String.class, long.class, double.class, boolean.class, Thread.class, char.class);
    List<Object> values = List.of("text", 1L, 0.5, true, Thread.currentThread(), 'x');
    try (Recording jfr = new Recording()) {
      List<Object> set = new ArrayList<>();
      for (EventKind kind : EventKind.OURS) {
        String event = kind.eventName();
        for (Field<?> known : kind.fields()) {
          String field = known.fieldName();
          for (int i = 0; i < types.size(); i++) {
            boolean essential = kind.essential().contains(known);
            boolean read =
                List.of("correlationId", "externalId", "timed", "threadName", "version")
                    .contains(field);
            if ((essential || read) && i == (field.length() + event.length()) % types.size()) {
              factories.add(factory(event, new ValueDescriptor(types.get(i), field)));
              set.add(values.get(i));
            }
          }
        }
      }
      jfr.start();
      for (int i = 0; i < factories.size(); i++) {
        Event event = factories.get(i).newEvent();
        event.set(0, set.get(i));
        event.commit();
      }
      jfr.stop();
      jfr.dump(file);
      foreign = factories.size();
    } finally {
      factories.forEach(EventFactory::unregister);
    }
    StringWriter printed = new StringWriter();
    int code =
        ExportMain.run(
            new PrintWriter(printed), new PrintWriter(printed), file.toString(), "--discard");
    assertThat(printed.toString()).contains(" They are left out: ").doesNotContain("unexpectedly");
    assertThat(code).isEqualTo(2);
    assertThat(foreign).isGreaterThan(50);
  }
}
