// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.live;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Supplier;

/**
 * Publishes how much work was submitted, was reported and is pending. Without the agent nothing.
 */
final class WorkMetrics {
  private static final AttributeKey<String> STATE = AttributeKey.stringKey("state");
  private static final List<String> STATES = List.of("busy", "finished", "unasked");
  private static final String OPENCL = "openCl";
  private static final int UNKNOWN = -1;

  private final Supplier<Map<String, Long>> work;
  private final Supplier<Map<Integer, Map<String, Long>>> byDevice;

  /** Devices that had pending work, which is 0 from then on where they have none. */
  private final Set<Integer> seen = new ConcurrentSkipListSet<>();

  private final ObservableLongMeasurement submitted;
  private final ObservableLongMeasurement reported;
  private final ObservableLongMeasurement givenUp;
  private final ObservableLongMeasurement pending;

  private WorkMetrics(
      Meter meter,
      Supplier<Map<String, Long>> work,
      Supplier<Map<Integer, Map<String, Long>>> byDevice) {
    this.work = work;
    this.byDevice = byDevice;
    submitted =
        meter
            .counterBuilder("rocjfr.work.submitted")
            .setUnit("{piece}")
            .setDescription("Pieces of HIP's work that were submitted")
            .buildObserver();
    reported =
        meter
            .counterBuilder("rocjfr.work.reported")
            .setUnit("{piece}")
            .setDescription("Pieces of HIP's work that were reported")
            .buildObserver();
    givenUp =
        meter
            .counterBuilder("rocjfr.work.given_up")
            .setUnit("{piece}")
            .setDescription("Pieces of HIP's work for which the tracer no longer waits")
            .buildObserver();
    pending =
        meter
            .upDownCounterBuilder("rocjfr.work.pending")
            .setUnit("{piece}")
            .setDescription(
                "Pieces of work that were submitted and not reported, by state and device")
            .buildObserver();
  }

  /**
   * Publishes it.
   *
   * @param work what {@link io.rocjfr.Rocjfr#pendingWork} tells
   * @param byDevice what {@link io.rocjfr.Rocjfr#pendingWorkByDevice} tells
   * @return ends it
   */
  static AutoCloseable register(
      Meter meter,
      Supplier<Map<String, Long>> work,
      Supplier<Map<Integer, Map<String, Long>>> byDevice) {
    WorkMetrics metrics = new WorkMetrics(meter, work, byDevice);
    return meter.batchCallback(
        metrics::record, metrics.submitted, metrics.reported, metrics.givenUp, metrics.pending);
  }

  private void record() {
    Map<String, Long> all = work.get();
    if (all.isEmpty()) {
      return;
    }
    submitted.record(all.get("submitted"));
    reported.record(all.get("reported"));
    Long gone = all.get("givenUp");
    if (gone != null) { // an older agent does not tell
      givenUp.record(gone);
    }
    pending.record(all.get(OPENCL), Attributes.of(STATE, OPENCL));
    Map<Integer, Map<String, Long>> now = byDevice.get();
    record(now.getOrDefault(UNKNOWN, Map.of()), Attributes.empty());
    now.keySet().stream().filter(device -> device != UNKNOWN).forEach(seen::add);
    for (int device : seen) {
      record(now.getOrDefault(device, Map.of()), GpuMetrics.of(device));
    }
  }

  private void record(Map<String, Long> pieces, Attributes of) {
    for (String state : STATES) {
      pending.record(pieces.getOrDefault(state, 0L), of.toBuilder().put(STATE, state).build());
    }
  }
}
