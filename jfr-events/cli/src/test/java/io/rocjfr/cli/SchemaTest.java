// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.schema.EventKind;
import io.rocjfr.schema.Field;
import io.rocjfr.schema.Unit;
import java.lang.annotation.Annotation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jdk.jfr.AnnotationElement;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.Frequency;
import jdk.jfr.Percentage;
import jdk.jfr.Relational;
import jdk.jfr.Timespan;
import jdk.jfr.Timestamp;
import jdk.jfr.ValueDescriptor;
import org.junit.jupiter.api.Test;

/** The schema is what the agent writes, and what the documentation says. */
class SchemaTest {
  private static final Map<Unit, Class<? extends Annotation>> CONTENT_TYPES =
      Map.of(
          Unit.BYTES, DataAmount.class,
          Unit.NANOSECONDS, Timespan.class,
          Unit.EPOCH_MILLIS, Timestamp.class,
          Unit.HERTZ, Frequency.class,
          Unit.SHARE, Percentage.class);

  /** The units that JFR has a content type for, in these amounts; other units are in the label. */
  private static final Map<Unit, String> AMOUNTS =
      Map.of(
          Unit.BYTES, DataAmount.BYTES,
          Unit.NANOSECONDS, Timespan.NANOSECONDS,
          Unit.EPOCH_MILLIS, Timestamp.MILLISECONDS_SINCE_EPOCH);

  private static String form(Field<?> field) {
    Class<? extends Annotation> content = CONTENT_TYPES.get(field.unit());
    return String.join(
        " ",
        field.fieldName(),
        field.type().typeName(),
        content == null ? "-" : content.getName(),
        AMOUNTS.getOrDefault(field.unit(), "-"),
        field.isRelational() ? "relational" : "-",
        field.label());
  }

  private static String form(ValueDescriptor field) {
    String content = field.getContentType();
    String amount = "-";
    boolean relational = false;
    for (AnnotationElement annotation : field.getAnnotationElements()) {
      relational |= annotation.getAnnotation(Relational.class) != null;
      if (annotation.getTypeName().equals(content)
          && annotation.getValueDescriptors().stream().anyMatch(v -> v.getName().equals("value"))) {
        amount = annotation.getValue("value").toString();
      }
    }
    return String.join(
        " ",
        field.getName(),
        field.getTypeName(),
        content == null ? "-" : content,
        amount,
        relational ? "relational" : "-",
        field.getLabel());
  }

  @Test
  void eventClassesHaveTheFieldsOfTheSchema() {
    List<String> kinds = new ArrayList<>();
    for (Class<? extends Event> type : OwnEventClasses.ALL) {
      String event = OwnEventClasses.name(type);
      EventKind kind = EventKind.of(event);
      kinds.add(kind.eventName());
      assertThat(EventType.getEventType(type).getLabel()).as(event).isEqualTo(kind.label());
      assertThat(OwnEventClasses.fields(type).stream().map(SchemaTest::form))
          .as(event)
          .containsExactlyInAnyOrderElementsOf(
              kind.fields().stream().map(SchemaTest::form).toList());
      assertThat(kind.fields()).as(event).containsAll(kind.essential());
    }
    kinds.add(EventKind.SPAN_SCOPE.eventName()); // of rocjfr-otel.jar
    assertThat(kinds)
        .containsExactlyInAnyOrderElementsOf(
            EventKind.OURS.stream().map(EventKind::eventName).toList());
  }

  /** The settings files choose among all events of the agent, and name no other of ours. */
  @Test
  void settingsFilesNameTheEventsOfTheAgent() throws Exception {
    List<String> events = OwnEventClasses.ALL.stream().map(OwnEventClasses::name).sorted().toList();
    for (String file : List.of("rocjfr.jfc", "rocjfr-default.jfc")) {
      String settings = Files.readString(Path.of("../agent/src/main/resources", file));
      List<String> named =
          Pattern.compile("<event name=\"(rocjfr\\.[^\"]*)\"")
              .matcher(settings)
              .results()
              .map(match -> match.group(1))
              .sorted()
              .toList();
      assertThat(named).as(file).isEqualTo(events);
    }
  }

  /** The table of fields, as the schema has it. */
  private static List<String> rows() {
    Map<String, List<EventKind>> rows = new TreeMap<>();
    for (EventKind kind : EventKind.OURS) {
      for (Field<?> field : kind.fields()) {
        String row =
            "| `%s` | %s | %s | %s |"
                .formatted(
                    field.fieldName(),
                    field.type().typeName().replaceAll(".*\\.", ""),
                    field.unit().label(),
                    field.unknown().label());
        rows.computeIfAbsent(row, text -> new ArrayList<>()).add(kind);
      }
    }
    return rows.entrySet().stream()
        .map(
            row ->
                row.getKey()
                    + row.getValue().stream()
                        .map(EventKind::shortName)
                        .collect(Collectors.joining(", ", " ", " |")))
        .map(row -> row.replace("|  |", "| |").replace("|  |", "| |"))
        .toList();
  }

  @Test
  void documentationHasAllEventsAndFields() throws Exception {
    String page = Files.readString(Path.of("../../docs/events.md"));
    for (EventKind kind : EventKind.OURS) {
      assertThat(page.lines())
          .as("rows of events")
          .anyMatch(
              line -> line.startsWith("| `rocjfr.") && line.contains("`" + kind.eventName() + "`"));
    }
    assertThat(page).as("the table of fields").contains(String.join("\n", rows()) + "\n\n");
  }
}
