// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.live;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.MeterProvider;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import io.rocjfr.ExternalCorrelation;
import io.rocjfr.Rocjfr;
import io.rocjfr.otel.span.DropReason;
import java.util.function.ToLongFunction;

/** Publishes what became of activity, and what the GPU did, as metrics. */
public final class GpuMetrics {
  private static final AttributeKey<String> REASON = AttributeKey.stringKey("reason");
  private static final AttributeKey<String> CAUSE = AttributeKey.stringKey("cause");
  private static final AttributeKey<String> HW_ID = AttributeKey.stringKey("hw.id");
  private static final AttributeKey<String> HW_TYPE = AttributeKey.stringKey("hw.type");
  private static final AttributeKey<String> DIRECTION =
      AttributeKey.stringKey("network.io.direction");

  private final LiveExport export;
  private final Meter meter;

  private GpuMetrics(LiveExport export, MeterProvider provider) {
    this.export = export;
    this.meter = provider.get("io.rocjfr");
  }

  /** Publishes them there; they are read when the SDK collects. */
  public static void register(LiveExport export, MeterProvider provider) {
    new GpuMetrics(export, provider).register();
  }

  private void register() {
    meter
        .counterBuilder("rocjfr.activities")
        .setUnit("{activity}")
        .setDescription("Activities that could become spans")
        .buildWithCallback(out -> out.record(export.counts().produced()));
    meter
        .counterBuilder("rocjfr.spans.exported")
        .setUnit("{span}")
        .setDescription("Spans that the exporter said it exported")
        .buildWithCallback(out -> out.record(export.counts().exported()));
    meter
        .counterBuilder("rocjfr.spans.dropped")
        .setUnit("{span}")
        .setDescription("Activities that did not become exported spans, by reason")
        .buildWithCallback(this::dropped);
    meter
        .upDownCounterBuilder("rocjfr.spans.waiting")
        .setUnit("{span}")
        .setDescription("Spans that wait for the exporter")
        .buildWithCallback(out -> out.record(export.waiting()));
    meter
        .counterBuilder("rocjfr.records.lost")
        .setUnit("{record}")
        .setDescription("Records that were lost before they could become anything, by cause")
        .buildWithCallback(
            out -> Rocjfr.lost().forEach((cause, n) -> out.record(n, Attributes.of(CAUSE, cause))));
    meter
        .counterBuilder("rocjfr.scopes.skipped")
        .setUnit("{scope}")
        .setDescription("Scopes on virtual threads that cannot be told apart: without GPU spans")
        .buildWithCallback(out -> out.record(ExternalCorrelation.skippedOnVirtualThreads()));
    meter
        .counterBuilder("rocjfr.scopes.evicted")
        .setUnit("{thread}")
        .setDescription("Virtual threads whose open scope gave way to another thread's")
        .buildWithCallback(out -> out.record(ExternalCorrelation.evicted()));
    meter
        .counterBuilder("hw.gpu.io")
        .setUnit("By")
        .setDescription("Bytes copied to and from the GPU")
        .buildWithCallback(this::io);
    device("rocjfr.gpu.kernels", "{kernel}", "Kernels executed", device -> device.kernels.sum());
    device(
        "rocjfr.gpu.kernel.time",
        "ns",
        "Time that kernels took, each for itself",
        device -> device.kernelNanos.sum());
  }

  private void dropped(ObservableLongMeasurement out) {
    for (DropReason reason : DropReason.values()) {
      out.record(export.counts().dropped(reason), Attributes.of(REASON, reason.label()));
    }
  }

  private void io(ObservableLongMeasurement out) {
    for (int i = 0; i < GpuUse.DEVICES; i++) {
      GpuUse.Device device = export.use().device(i);
      if (device != null) {
        out.record(device.received.sum(), of(i).toBuilder().put(DIRECTION, "receive").build());
        out.record(device.transmitted.sum(), of(i).toBuilder().put(DIRECTION, "transmit").build());
      }
    }
  }

  private void device(
      String name, String unit, String description, ToLongFunction<GpuUse.Device> value) {
    meter
        .counterBuilder(name)
        .setUnit(unit)
        .setDescription(description)
        .buildWithCallback(
            out -> {
              for (int i = 0; i < GpuUse.DEVICES; i++) {
                GpuUse.Device device = export.use().device(i);
                if (device != null) {
                  out.record(value.applyAsLong(device), of(i));
                }
              }
            });
  }

  private static Attributes of(int device) {
    return Attributes.of(HW_ID, Integer.toString(device), HW_TYPE, "gpu");
  }
}
