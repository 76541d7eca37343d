// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.parquet;

import io.rocjfr.cli.flame.Stacks;
import io.rocjfr.recording.Fields;
import io.rocjfr.schema.Field;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import jdk.jfr.AnnotationElement;
import jdk.jfr.DataAmount;
import jdk.jfr.EventType;
import jdk.jfr.Frequency;
import jdk.jfr.Label;
import jdk.jfr.Percentage;
import jdk.jfr.Relational;
import jdk.jfr.Timespan;
import jdk.jfr.Timestamp;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;

/** The columns of an event's table: its fields, and the begin once more in nanoseconds. */
final class EventColumns {
  private EventColumns() {}

  static List<ParquetColumn<RecordedEvent>> of(EventType type) {
    boolean saysWhoActed = type.getField(Field.JAVA_THREAD_ID.fieldName()) != null;
    List<ParquetColumn<RecordedEvent>> columns = new ArrayList<>();
    for (ValueDescriptor field : type.getFields()) {
      switch (field.getName()) {
        case "startTime" -> addBegin(columns);
        case "duration" ->
            columns.add(
                new ParquetColumn<>(
                    "duration",
                    ParquetColumn.Kind.LONG,
                    "ns",
                    Timespan.class.getName(),
                    "Its duration",
                    event -> Fields.end(event) - Fields.begin(event)));
        default -> {
          // Activity is committed by a thread of ours.
          if (!saysWhoActed || !field.getTypeName().equals("java.lang.Thread")) {
            add(columns, field);
          }
        }
      }
    }
    return columns;
  }

  private static void addBegin(List<ParquetColumn<RecordedEvent>> columns) {
    columns.add(
        new ParquetColumn<>(
            "startTime",
            ParquetColumn.Kind.INSTANT,
            "",
            Timestamp.class.getName(),
            "When it began, to the microsecond",
            RecordedEvent::getStartTime));
    columns.add(
        new ParquetColumn<>(
            "startNanos",
            ParquetColumn.Kind.LONG,
            "ns since the epoch",
            "",
            "When it began, to the nanosecond",
            Fields::begin));
  }

  private static void add(List<ParquetColumn<RecordedEvent>> columns, ValueDescriptor field) {
    if (field.getAnnotation(Timestamp.class) != null) {
      columns.add(column(field, ParquetColumn.Kind.INSTANT, "", event -> instant(event, field)));
      return;
    }
    if (field.getAnnotation(Timespan.class) != null) {
      columns.add(
          column(field, ParquetColumn.Kind.LONG, "ns", event -> Fields.timespan(event, field)));
      return;
    }
    switch (field.getTypeName()) {
      case "boolean" -> columns.add(column(field, ParquetColumn.Kind.BOOLEAN));
      case "byte", "short", "int" -> columns.add(column(field, ParquetColumn.Kind.INT));
      case "long" -> columns.add(column(field, ParquetColumn.Kind.LONG));
      case "float" -> columns.add(column(field, ParquetColumn.Kind.FLOAT));
      case "double" -> columns.add(column(field, ParquetColumn.Kind.DOUBLE));
      case "char", "java.lang.String" -> columns.add(column(field, ParquetColumn.Kind.TEXT));
      case "java.lang.Class" ->
          columns.add(
              column(
                  field,
                  ParquetColumn.Kind.TEXT,
                  "",
                  event ->
                      Fields.value(event, field) instanceof RecordedClass c ? c.getName() : null));
      case "java.lang.Thread" -> addThread(columns, field);
      case "jdk.types.StackTrace" -> addStack(columns, field);
      default -> {
        // Of no event of ours; a later version's may have it.
      }
    }
  }

  private static void addThread(List<ParquetColumn<RecordedEvent>> columns, ValueDescriptor field) {
    String name = field.getName();
    columns.add(
        column(
            field,
            ParquetColumn.Kind.TEXT,
            "",
            event ->
                Fields.value(event, field) instanceof RecordedThread t ? t.getJavaName() : null));
    columns.add(
        new ParquetColumn<>(
            name + "Id",
            ParquetColumn.Kind.LONG,
            "",
            "",
            "The Java thread id of " + name,
            event ->
                Fields.value(event, field) instanceof RecordedThread t
                    ? t.getJavaThreadId()
                    : null));
  }

  private static void addStack(List<ParquetColumn<RecordedEvent>> columns, ValueDescriptor field) {
    String name = field.getName();
    columns.add(
        new ParquetColumn<>(
            name,
            ParquetColumn.Kind.TEXT,
            "",
            "",
            "The Java frames, one per line, innermost first, without the frames that lead into"
                + " native code",
            event ->
                Fields.value(event, field) instanceof RecordedStackTrace s
                    ? Stacks.text(s)
                    : null));
    columns.add(
        new ParquetColumn<>(
            name + "Truncated",
            ParquetColumn.Kind.BOOLEAN,
            "",
            "",
            "Whether JFR's stackdepth cut off outer frames",
            event ->
                Fields.value(event, field) instanceof RecordedStackTrace s
                    ? s.isTruncated()
                    : null));
  }

  private static ParquetColumn<RecordedEvent> column(
      ValueDescriptor field, ParquetColumn.Kind kind) {
    return column(field, kind, unit(field), event -> Fields.known(event, field));
  }

  private static ParquetColumn<RecordedEvent> column(
      ValueDescriptor field,
      ParquetColumn.Kind kind,
      String unit,
      Function<RecordedEvent, Object> value) {
    String text = field.getDescription() == null ? field.getLabel() : field.getDescription();
    return new ParquetColumn<>(
        field.getName(), kind, unit, contentType(field), text == null ? "" : text, value);
  }

  private static Instant instant(RecordedEvent event, ValueDescriptor field) {
    Instant instant = Fields.moment(event, field);
    return Instant.EPOCH.equals(instant) ? null : instant; // 0 is what is not known
  }

  /** Or what its values are found by in other events. */
  private static String contentType(ValueDescriptor field) {
    if (field.getContentType() != null) {
      return field.getContentType();
    }
    return field.getAnnotationElements().stream()
        .filter(annotation -> annotation.getAnnotation(Relational.class) != null)
        .map(AnnotationElement::getTypeName)
        .findFirst()
        .orElse("");
  }

  private static String unit(ValueDescriptor field) {
    for (AnnotationElement annotation : field.getAnnotationElements()) {
      String type = annotation.getTypeName();
      if (type.equals(DataAmount.class.getName())) {
        return "B";
      }
      if (type.equals(Frequency.class.getName())) {
        return "Hz";
      }
      if (type.equals(Percentage.class.getName())) {
        return "1";
      }
      if (type.equals(Label.class.getName())) {
        String label = annotation.getValue("value").toString();
        if (label.endsWith(")") && label.contains("(")) {
          return label.substring(label.lastIndexOf('(') + 1, label.length() - 1);
        }
      }
    }
    return "";
  }
}
