// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import io.rocjfr.schema.JdkField;
import java.util.HashMap;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

/**
 * Events that JFR itself has lost, because its memory was full before it was written to the disk.
 * The event of a loss is in that memory, too, and most of these events go with the next loss. So
 * the single amounts say little. What counts is the amount that a thread has lost since it began.
 */
public final class JfrLosses {
  private static final String NAME = "jdk.DataLoss";

  private record Loser(long osThreadId, long javaThreadId) {}

  private final Map<Loser, Long> totals = new HashMap<>();

  /** Takes an event of the JVM's. */
  public void add(RecordedEvent event) {
    if (event.getEventType().getName().equals(NAME)) {
      RecordedThread thread = event.getThread();
      Loser loser =
          thread == null
              ? new Loser(-1, -1)
              : new Loser(thread.getOSThreadId(), thread.getJavaThreadId());
      totals.merge(loser, Fields.number(event, JdkField.TOTAL, 0), Math::max);
    }
  }

  /** Of whatever events, by the threads that lost any, in all files and before. */
  public long bytes() {
    return totals.values().stream().mapToLong(Long::longValue).sum();
  }
}
