// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.live;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.MeterProvider;
import io.opentelemetry.api.metrics.ObservableDoubleMeasurement;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import io.rocjfr.ExternalCorrelation;
import io.rocjfr.GpuTelemetry;
import io.rocjfr.Rocjfr;
import io.rocjfr.otel.span.DropReason;
import io.rocjfr.otel.span.SpanCounts;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Publishes what became of activity, and what the GPU did, as metrics. All figures of one scrape
 * are of one moment, so that they add up.
 */
public final class GpuMetrics {
  private static final AttributeKey<String> REASON = AttributeKey.stringKey("reason");
  private static final AttributeKey<String> CAUSE = AttributeKey.stringKey("cause");
  private static final AttributeKey<String> HW_ID = AttributeKey.stringKey("hw.id");
  private static final AttributeKey<String> HW_TYPE = AttributeKey.stringKey("hw.type");
  private static final AttributeKey<String> DIRECTION =
      AttributeKey.stringKey("network.io.direction");

  /** What a full ring costs; said also where it is 0, so that an alarm has something to look at. */
  private static final List<String> RING_FULL =
      List.of(
          "HipApi/ringFull",
          "HipOps/ringFull",
          "OpenClApi/ringFull",
          "OpenClOps/ringFull",
          "Roctx/ringFull");

  /** Seconds, from a microsecond to ten seconds. */
  private static final List<Double> BOUNDARIES =
      List.of(
          0.000001, 0.0000025, 0.000005, 0.00001, 0.000025, 0.00005, 0.0001, 0.00025, 0.0005, 0.001,
          0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0);

  private final LiveExport export;
  private final Meter meter;

  private GpuMetrics(LiveExport export, MeterProvider provider) {
    this.export = export;
    this.meter = provider.get("io.rocjfr");
  }

  /**
   * Publishes them there; they are read when the SDK collects.
   *
   * @return ends it
   */
  public static Runnable register(LiveExport export, MeterProvider provider) {
    GpuMetrics metrics = new GpuMetrics(export, provider);
    AutoCloseable spans = metrics.spans();
    AutoCloseable devices = metrics.devices();
    AutoCloseable work =
        WorkMetrics.register(metrics.meter, Rocjfr::pendingWork, Rocjfr::pendingWorkByDevice);
    AutoCloseable telemetry =
        TelemetryMetrics.register(metrics.meter, GpuTelemetry.ofThisMachine());
    metrics.kernelTimes();
    AutoCloseable requests = metrics.requestTimes();
    return () -> {
      export.use().kernelTimes().into(null);
      close(spans);
      close(devices);
      close(work);
      close(telemetry);
      export.use().requestTimes().want(false);
      close(requests);
    };
  }

  private static void close(AutoCloseable callback) {
    try {
      callback.close();
    } catch (Exception e) {
      throw new IllegalStateException("OpenTelemetry's callbacks throw nothing", e);
    }
  }

  private AutoCloseable spans() {
    ObservableLongMeasurement activities =
        counter("rocjfr.activities", "{activity}", "Activities that can become spans");
    ObservableLongMeasurement exported =
        counter(
            "rocjfr.spans.exported",
            "{span}",
            "Spans that were exported, according to the" + " exporter");
    ObservableLongMeasurement dropped =
        counter(
            "rocjfr.spans.dropped",
            "{span}",
            "Activities that did not become exported spans, by reason");
    ObservableLongMeasurement saved =
        counter(
            "rocjfr.spans.saved", "{span}", "Activities in burst spans, minus one for each burst");
    ObservableLongMeasurement waiting =
        meter
            .upDownCounterBuilder("rocjfr.spans.waiting")
            .setUnit("{span}")
            .setDescription("Activities that wait in memory or in the exporter")
            .buildObserver();
    ObservableLongMeasurement lost =
        counter("rocjfr.records.lost", "{record}", "Records that were lost, by cause");
    ObservableLongMeasurement skipped =
        counter(
            "rocjfr.scopes.skipped",
            "{scope}",
            "Scopes without GPU spans, because their virtual thread is unknown");
    ObservableLongMeasurement evicted =
        counter(
            "rocjfr.scopes.evicted",
            "{thread}",
            "Virtual threads that lost the id of their open scope to another virtual thread");
    ObservableLongMeasurement tooDeep =
        counter(
            "rocjfr.scopes.too_deep",
            "{scope}",
            "Scopes without GPU spans, because they are inside 63 others of their thread");
    ObservableLongMeasurement failed =
        counter(
            "rocjfr.scopes.failed",
            "{scope}",
            "Scopes without GPU spans, because they could not be tracked");
    return meter.batchCallback(
        () -> {
          SpanCounts.Snapshot counts = export.counts().snapshot();
          activities.record(counts.produced());
          exported.record(counts.exported());
          for (DropReason reason : DropReason.values()) {
            dropped.record(counts.dropped().get(reason), Attributes.of(REASON, reason.label()));
          }
          saved.record(counts.saved());
          waiting.record(counts.waiting());
          lost().forEach((cause, n) -> lost.record(n, Attributes.of(CAUSE, cause)));
          skipped.record(ExternalCorrelation.skippedOnVirtualThreads());
          evicted.record(ExternalCorrelation.evicted());
          tooDeep.record(ExternalCorrelation.tooDeep());
          failed.record(export.failedScopes());
        },
        activities,
        exported,
        dropped,
        saved,
        waiting,
        lost,
        skipped,
        evicted,
        tooDeep,
        failed);
  }

  private ObservableLongMeasurement counter(String name, String unit, String description) {
    return meter.counterBuilder(name).setUnit(unit).setDescription(description).buildObserver();
  }

  private static Map<String, Long> lost() {
    Map<String, Long> all = new TreeMap<>();
    RING_FULL.forEach(cause -> all.put(cause, 0L));
    all.putAll(Rocjfr.lost());
    return all;
  }

  private AutoCloseable devices() {
    ObservableLongMeasurement io = counter("hw.gpu.io", "By", "Bytes copied to and from the GPU");
    ObservableLongMeasurement kernels =
        counter("rocjfr.gpu.kernels", "{kernel}", "Kernels executed");
    ObservableDoubleMeasurement time =
        meter
            .counterBuilder("rocjfr.gpu.kernel.time")
            .ofDoubles()
            .setUnit("s")
            .setDescription("Sum of the times of all kernels")
            .buildObserver();
    return meter.batchCallback(
        () -> {
          for (int i = 0; i < DeviceUse.DEVICES; i++) {
            DeviceUse.Device device = export.use().device(i);
            if (device != null) {
              Attributes of = of(i);
              kernels.record(device.kernels.sum(), of);
              time.record(device.kernelNanos.sum() / 1e9, of);
              io.record(device.received.sum(), of.toBuilder().put(DIRECTION, "receive").build());
              io.record(
                  device.transmitted.sum(), of.toBuilder().put(DIRECTION, "transmit").build());
            }
          }
        },
        io,
        kernels,
        time);
  }

  private void kernelTimes() {
    export
        .use()
        .kernelTimes()
        .into(
            meter
                .histogramBuilder("rocjfr.gpu.kernel.duration")
                .setUnit("s")
                .setDescription("Duration of kernels, by kernel")
                .setExplicitBucketBoundariesAdvice(BOUNDARIES)
                .build());
  }

  private AutoCloseable requestTimes() {
    RequestTimes times = export.use().requestTimes();
    times.want(true);
    return meter
        .counterBuilder("rocjfr.gpu.request.time")
        .ofDoubles()
        .setUnit("s")
        .setDescription("Time of kernels and copies of sampled requests, by route")
        .buildWithCallback(
            measurement ->
                times.forEach(
                    (route, nanos) ->
                        measurement.record(nanos / 1e9, Attributes.of(RequestTimes.ROUTE, route))));
  }

  static Attributes of(int device) {
    return Attributes.of(HW_ID, Integer.toString(device), HW_TYPE, "gpu");
  }
}
