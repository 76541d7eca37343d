// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.harness;

import java.time.Instant;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

/** An event of a recording that shows an activity. */
public final class Activity {
  private final RecordedEvent event;

  Activity(RecordedEvent event) {
    this.event = event;
  }

  public Instant begin() {
    return event.getStartTime();
  }

  public Instant end() {
    return event.getEndTime();
  }

  public long beginNanos() {
    return nanos(event.getStartTime());
  }

  public long endNanos() {
    return nanos(event.getEndTime());
  }

  public long correlationId() {
    return event.getLong("correlationId");
  }

  public long externalId() {
    return event.getLong("externalId");
  }

  public String threadName() {
    return event.getString("threadName");
  }

  public long javaThreadId() {
    return event.getLong("javaThreadId");
  }

  public long osThreadId() {
    return event.getLong("osThreadId");
  }

  /** The Thread-typed field. */
  public RecordedThread thread() {
    return event.getThread("thread");
  }

  public String text(String field) {
    return event.getString(field);
  }

  public long number(String field) {
    return event.getLong(field);
  }

  public boolean flag(String field) {
    return event.getBoolean(field);
  }

  private static long nanos(Instant instant) {
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
  }

  @Override
  public String toString() {
    return event.toString();
  }
}
