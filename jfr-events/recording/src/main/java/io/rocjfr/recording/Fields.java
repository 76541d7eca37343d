// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

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

  /** Whether a value is how JFR says that there is no time span: jfr print shows N/A. */
  public static boolean isNoTimespan(RecordedEvent event, ValueDescriptor field) {
    return field.getAnnotation(Timespan.class) != null
        && event.hasField(field.getName())
        && event.getLong(field.getName()) == Long.MIN_VALUE;
  }

  /**
   * Whether the times of a piece of work are its device's. Else they are but one moment: its queue,
   * one of OpenCL's, has no profiling, or HIP gave times that cannot be.
   */
  public static boolean isTimed(RecordedEvent event) {
    return !event.hasField("timed") || event.getBoolean("timed");
  }

  /** A flag; false where there is none. */
  public static boolean flag(RecordedEvent event, String field) {
    return event.hasField(field) && event.getBoolean(field);
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
