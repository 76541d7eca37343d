// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import io.rocjfr.figures.FunctionCatalogue;
import io.rocjfr.figures.GpuKey;
import io.rocjfr.schema.EventKind;
import io.rocjfr.schema.Field;
import java.time.DateTimeException;
import java.time.Instant;
import jdk.jfr.Timespan;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Reads events by the schema. An event may lack any field, since a recording may come from another
 * version of rocjfr: what stands for a value that is not there, is given by who asks. The category
 * of a call follows from its function, so a call always has one.
 */
public final class Fields {
  private Fields() {}

  /** Which of our events it is. */
  public static EventKind kind(RecordedEvent event) {
    return EventKind.of(event.getEventType().getName());
  }

  /** Whether events of this type have the field; its value may be unknown. */
  public static boolean has(RecordedEvent event, Field<?> field) {
    return event.hasField(field.fieldName());
  }

  /** A value as it was written; null if there is none. */
  public static Object value(RecordedEvent event, Field<?> field) {
    return value(event, field.fieldName());
  }

  /** A text that is not blank. */
  public static String text(RecordedEvent event, Field<String> field, String otherwise) {
    Object value = value(event, field);
    if (value == null) {
      return otherwise;
    }
    String text = value.toString();
    return text.isBlank() ? otherwise : text;
  }

  /** A text as it was written, blank ones too; null if there is none. */
  public static String written(RecordedEvent event, Field<String> field) {
    return value(event, field) instanceof String text ? text : null;
  }

  /** A number as it was written; the schema says which one means that it is not known. */
  public static long number(RecordedEvent event, Field<Long> field, long otherwise) {
    return value(event, field) instanceof Number number ? number.longValue() : otherwise;
  }

  /** A number; null if it is not known, as the schema says it. */
  public static Long known(RecordedEvent event, Field<Long> field) {
    Object value = value(event, field);
    return value instanceof Number number && !field.isUnknown(value) ? number.longValue() : null;
  }

  /**
   * The value of a field that the event's type names; null where outputs have none: it is not
   * known, as the schema or JFR says it.
   */
  public static Object known(RecordedEvent event, ValueDescriptor field) {
    if (isNoTimespan(event, field)) {
      return null;
    }
    Object value = value(event, field);
    Field<?> ours = kind(event).field(field.getName());
    return ours != null && ours.isAbsent(value) ? null : value;
  }

  /** A finite number; events say NaN of what is not known, and nothing measured is infinite. */
  public static double decimal(
      RecordedEvent event, Field<? extends Number> field, double otherwise) {
    Object value = value(event, field);
    double number = value instanceof Number known ? known.doubleValue() : Double.NaN;
    return Double.isFinite(number) ? number : otherwise;
  }

  /** What was measured, whole or not; NaN if it is not known, as the schema says it. */
  public static double measured(RecordedEvent event, Field<? extends Number> field) {
    return field.isUnknown(value(event, field)) ? Double.NaN : decimal(event, field, Double.NaN);
  }

  /** A flag; {@code otherwise} where there is none. */
  public static boolean flag(RecordedEvent event, Field<Boolean> field, boolean otherwise) {
    return value(event, field) instanceof Boolean flag ? flag : otherwise;
  }

  /** A moment; null where the event has none, or a number that is no moment. */
  public static Instant moment(RecordedEvent event, Field<Long> field) {
    return moment(event, field.fieldName());
  }

  /** The same of a field that the event's type names. */
  public static Instant moment(RecordedEvent event, ValueDescriptor field) {
    return moment(event, field.getName());
  }

  private static Instant moment(RecordedEvent event, String field) {
    try {
      return event.hasField(field) ? event.getInstant(field) : null;
    } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
      return null; // JFR's word for a field of another type, or without its unit
    }
  }

  /** A time span in nanoseconds; null where the event has none, or one that is longer than that. */
  public static Long timespan(RecordedEvent event, ValueDescriptor field) {
    try {
      return event.hasField(field.getName()) && !isNoTimespan(event, field)
          ? event.getDuration(field.getName()).toNanos()
          : null;
    } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
      return null; // likewise
    }
  }

  /** Whether a value is how JFR says that there is no time span: jfr print shows N/A. */
  public static boolean isNoTimespan(RecordedEvent event, ValueDescriptor field) {
    return field.getAnnotation(Timespan.class) != null && number(event, field) == Long.MIN_VALUE;
  }

  /** A number of a field that the event's type names; 0 where this event has none. */
  public static long number(RecordedEvent event, ValueDescriptor field) {
    return value(event, field) instanceof Number number ? number.longValue() : 0;
  }

  /** A text of a field that the event's type names; empty where this event has none. */
  public static String text(RecordedEvent event, ValueDescriptor field) {
    Object value = value(event, field);
    return value == null || value.toString().isBlank() ? "" : value.toString();
  }

  /** The value of a field that the type of some event names: not each has it. */
  public static Object value(RecordedEvent event, ValueDescriptor field) {
    return value(event, field.getName());
  }

  private static Object value(RecordedEvent event, String field) {
    if (event.hasField(field)) {
      return event.getValue(field);
    }
    return field.equals(Field.CATEGORY.fieldName()) && kind(event).isCall()
        ? FunctionCatalogue.categoryOf(text(event, Field.FUNCTION, ""))
        : null;
  }

  /**
   * Whether the times of a piece of work are its device's. Else they are but one moment: its queue,
   * one of OpenCL's, has no profiling, or HIP gave times that cannot be.
   */
  public static boolean isTimed(RecordedEvent event) {
    return flag(event, Field.TIMED, true);
  }

  /** The GPU of a piece of work. */
  public static GpuKey gpu(RecordedEvent event) {
    return new GpuKey(
        (int) number(event, Field.DEVICE, -1),
        (int) number(event, Field.AGENT_ID, -1),
        text(event, Field.DEVICE_NAME, ""));
  }

  /** The name of a dispatched kernel; {@code (unknown)} if even its symbol is not known. */
  public static String kernel(RecordedEvent event) {
    return text(event, Field.KERNEL, text(event, Field.SYMBOL, "(unknown)"));
  }

  public static long begin(RecordedEvent event) {
    return epochNanos(event.getStartTime());
  }

  public static long end(RecordedEvent event) {
    return epochNanos(event.getEndTime());
  }

  public static long epochNanos(Instant instant) {
    return instant.getEpochSecond() * 1_000_000_000L + instant.getNano();
  }

  public static Instant instant(long epochNanos) {
    return Instant.ofEpochSecond(
        Math.floorDiv(epochNanos, 1_000_000_000L), Math.floorMod(epochNanos, 1_000_000_000L));
  }
}
