// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.scope;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many export what one copy of us tracks. Applications that share OpenTelemetry's API share its
 * tracking; where there are several, each exports only what is its own for certain.
 */
final class Exports {
  private final AtomicInteger count = new AtomicInteger();

  /**
   * One more exports.
   *
   * @return ends that; more than once does nothing
   */
  Runnable enter() {
    AtomicBoolean left = new AtomicBoolean();
    count.incrementAndGet();
    return () -> {
      if (left.compareAndSet(false, true)) {
        count.decrementAndGet();
      }
    };
  }

  /** Whether there are several. */
  boolean areShared() {
    return count.get() > 1;
  }
}
