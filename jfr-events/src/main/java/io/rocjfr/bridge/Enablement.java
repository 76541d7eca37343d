// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.event.TimedEvent;
import java.util.concurrent.TimeUnit;

/**
 * Whether an event type is enabled, seen through the way in which JFR applies settings: whenever a
 * recording starts, stops, is dumped or changes, it disables every type for a moment before it
 * enables it again. What is seen then must neither narrow what is traced nor drop a record. Used
 * under the drain's lock.
 */
final class Enablement {
  /** Longer than JFR takes, also on a busy machine. */
  private static final long SETTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final TimedEvent event;
  private boolean on;
  private boolean doubted;
  private long doubtedAt;

  Enablement(TimedEvent event) {
    this.event = event;
  }

  /** Whether an event would be committed now. */
  boolean now() {
    if (!event.isEnabled()) {
      return false;
    }
    on = true;
    doubted = false;
    return true;
  }

  /** Whether it is enabled, or was until less than a moment ago. */
  boolean lately() {
    if (now() || !on) {
      return on;
    }
    long now = System.nanoTime();
    if (!doubted) {
      doubted = true;
      doubtedAt = now;
    }
    on = now - doubtedAt < SETTLE_NANOS;
    return on;
  }

  /** What shows now is meant. */
  void settle() {
    on = event.isEnabled();
    doubted = false;
  }
}
