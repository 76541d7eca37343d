// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import java.time.DateTimeException;
import java.time.Instant;
import jdk.jfr.Timespan;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;

/** Fields of events that may lack them: a recording may come from another version of rocjfr. */
public final class Fields {
  public static final String PREFIX = "rocjfr.";

  private Fields() {}

  public static String text(RecordedEvent event, String field, String otherwise) {
    Object value = event.hasField(field) ? event.getValue(field) : null;
    if (value == null) {
      return otherwise;
    }
    String text = value.toString();
    return text.isBlank() ? otherwise : text;
  }

  public static long number(RecordedEvent event, String field, long otherwise) {
    Object value = event.hasField(field) ? event.getValue(field) : null;
    return value instanceof Number number ? number.longValue() : otherwise;
  }

  /** A finite number; events say NaN of what is not known, and nothing measured is infinite. */
  public static double decimal(RecordedEvent event, String field, double otherwise) {
    Object value = event.hasField(field) ? event.getValue(field) : null;
    double number = value instanceof Number known ? known.doubleValue() : Double.NaN;
    return Double.isFinite(number) ? number : otherwise;
  }

  /** A moment; null where the event has none, or a number that is no moment. */
  public static Instant moment(RecordedEvent event, String field) {
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
    return field.getAnnotation(Timespan.class) != null
        && number(event, field.getName(), 0) == Long.MIN_VALUE;
  }

  /**
   * Whether the times of a piece of work are its device's. Else they are but one moment: its queue,
   * one of OpenCL's, has no profiling, or HIP gave times that cannot be.
   */
  public static boolean isTimed(RecordedEvent event) {
    return !event.hasField("timed") || !Boolean.FALSE.equals(event.getValue("timed"));
  }

  /** A flag; false where there is none. */
  public static boolean flag(RecordedEvent event, String field) {
    return event.hasField(field) && Boolean.TRUE.equals(event.getValue(field));
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
