// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel;

import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.rocjfr.otel.live.LiveExport;
import io.rocjfr.otel.live.SharedExporter;
import io.rocjfr.otel.scope.ScopeTracking;
import java.util.ArrayList;
import java.util.List;

/** What joins us to an SDK, however it is configured: its exporters, and the export by them. */
final class SdkJoin {
  private final List<SpanExporter> exporters = new ArrayList<>();
  private volatile LiveExport export;

  /** Takes part in an exporter of the user's: ours ends first. */
  SpanExporter share(SpanExporter exporter) {
    exporters.add(exporter);
    return new SharedExporter(exporter, this::end);
  }

  /** Uses an exporter of the user's as it is: {@link #end} must come before it is shut down. */
  void use(SpanExporter exporter) {
    exporters.add(exporter);
  }

  /** A span of the SDK has begun. */
  void began(Context parent, ReadWriteSpan span) {
    LiveExport live = export;
    if (live != null) {
      live.began(parent, span);
    }
  }

  /** A span of the SDK has ended. */
  void ended(ReadableSpan span) {
    LiveExport live = export;
    if (live != null) {
      live.ended(span);
    }
  }

  /** Exports what has happened until now. */
  CompletableResultCode flush() {
    LiveExport live = export;
    return live == null ? CompletableResultCode.ofSuccess() : live.flush();
  }

  /** Ends the export, in bounded time. */
  CompletableResultCode end() {
    LiveExport live = export;
    return live == null ? CompletableResultCode.ofSuccess() : live.shutdown();
  }

  /** Begins to export; null if there is nothing to export by, or it is not wanted. */
  LiveExport start(Properties properties, Resource resource, Sampler sampler) {
    if (!properties.exports() || exporters.isEmpty()) {
      return null;
    }
    export =
        new LiveExport(
            SpanExporter.composite(exporters),
            resource,
            properties.live(),
            sampler,
            ScopeTracking.tracker());
    export.willBeTold();
    export.start();
    return export;
  }
}
