// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.event.TimedEvent;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Whether an event type is enabled, seen through the way in which JFR applies settings: whenever a
 * recording starts, stops, is dumped or changes, it disables every type for a moment before it
 * enables it again. What is seen then must neither narrow what is traced nor drop a record. Used
 * under the drain's lock.
 */
final class Enablement {
  /** Longer than JFR takes, also on a busy machine. */
  private static final long SETTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final BooleanSupplier enabled;
  private final LongSupplier nanoClock;
  private boolean on;
  private boolean doubted;
  private long doubtedAt;

  Enablement(TimedEvent event) {
    this(event::isEnabled, System::nanoTime);
  }

  Enablement(BooleanSupplier enabled, LongSupplier nanoClock) {
    this.enabled = enabled;
    this.nanoClock = nanoClock;
  }

  /** Whether an event would be committed now. */
  boolean now() {
    if (!enabled.getAsBoolean()) {
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
    long now = nanoClock.getAsLong();
    if (!doubted) {
      doubted = true;
      doubtedAt = now;
    }
    on = now - doubtedAt < SETTLE_NANOS;
    return on;
  }

  /** What shows now is meant. */
  void settle() {
    on = enabled.getAsBoolean();
    doubted = false;
  }
}
