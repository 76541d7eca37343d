// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.live;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Publishes how much work was submitted, was reported and is pending. Without the agent nothing.
 */
final class WorkMetrics {
  private static final AttributeKey<String> STATE = AttributeKey.stringKey("state");
  private static final List<String> STATES = List.of("busy", "finished", "unasked", "openCl");

  private WorkMetrics() {}

  /**
   * Publishes it.
   *
   * @param work what {@link io.rocjfr.Rocjfr#pendingWork} tells
   * @return ends it
   */
  static AutoCloseable register(Meter meter, Supplier<Map<String, Long>> work) {
    ObservableLongMeasurement submitted =
        meter
            .counterBuilder("rocjfr.work.submitted")
            .setUnit("{piece}")
            .setDescription("Pieces of HIP's work that were submitted")
            .buildObserver();
    ObservableLongMeasurement reported =
        meter
            .counterBuilder("rocjfr.work.reported")
            .setUnit("{piece}")
            .setDescription("Pieces of HIP's work that were reported")
            .buildObserver();
    ObservableLongMeasurement pending =
        meter
            .upDownCounterBuilder("rocjfr.work.pending")
            .setUnit("{piece}")
            .setDescription("Pieces of work that were submitted and not reported, by state")
            .buildObserver();
    return meter.batchCallback(
        () -> record(work.get(), submitted, reported, pending), submitted, reported, pending);
  }

  private static void record(
      Map<String, Long> work,
      ObservableLongMeasurement submitted,
      ObservableLongMeasurement reported,
      ObservableLongMeasurement pending) {
    if (work.isEmpty()) {
      return;
    }
    submitted.record(work.get("submitted"));
    reported.record(work.get("reported"));
    for (String state : STATES) {
      pending.record(work.get(state), Attributes.of(STATE, state));
    }
  }
}
