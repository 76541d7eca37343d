// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel;

import io.opentelemetry.api.metrics.MeterProvider;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.rocjfr.otel.live.GpuMetrics;
import io.rocjfr.otel.live.LiveExport;
import io.rocjfr.otel.live.LiveOptions;
import io.rocjfr.otel.live.LiveProcessor;
import io.rocjfr.otel.scope.ScopeTracking;
import io.rocjfr.otel.span.SpanCounts;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * Joins rocjfr to an SDK that the application builds itself. With the SDK's autoconfigure module,
 * or with the OpenTelemetry agent, nothing of this is needed.
 *
 * <pre>{@code
 * RocjfrOpenTelemetry.install(); // first thing in main
 * SpanExporter exporter = OtlpGrpcSpanExporter.getDefault();
 * Sampler sampler = Sampler.parentBased(Sampler.traceIdRatioBased(0.01));
 * RocjfrOpenTelemetry gpu =
 *     RocjfrOpenTelemetry.export(exporter, resource, sampler, LiveOptions.DEFAULT);
 * SdkTracerProvider.builder()
 *     .setResource(resource)
 *     .setSampler(sampler)
 *     .addSpanProcessor(gpu.processor()) // before the one that shuts the exporter down
 *     .addSpanProcessor(BatchSpanProcessor.builder(exporter).build());
 * }</pre>
 *
 * Safe for any thread.
 */
public final class RocjfrOpenTelemetry implements AutoCloseable {
  private final LiveExport export;
  private final List<Runnable> metrics = new CopyOnWriteArrayList<>();

  private RocjfrOpenTelemetry(LiveExport export) {
    this.export = export;
  }

  /**
   * Makes the id of the span that is current on a thread the thread's external correlation id from
   * now on. Call it before OpenTelemetry's context is used, or it is in vain, of which a warning
   * tells when the first span begins or {@link #isTracking} is asked.
   *
   * @return false if the OpenTelemetry agent's copy of rocjfr does it already
   */
  public static boolean install() {
    return ScopeTracking.install();
  }

  /**
   * Whether scopes are tracked for this application; false also where the OpenTelemetry agent's
   * copy of rocjfr does it. It begins to use OpenTelemetry's context.
   */
  public static boolean isTracking() {
    return ScopeTracking.check();
  }

  /**
   * Exports GPU activity as spans, from now on. If the OpenTelemetry agent's copy of rocjfr does so
   * already, nothing happens. If other SDKs share OpenTelemetry's API, each exports only the work
   * of its own spans. {@link #processor} tells it which spans those are. Without it the SDK of a
   * span is unknown, and nothing is exported.
   *
   * @param exporter is called on one thread of ours, one call at a time, and not shut down
   * @param resource of the process
   * @param sampler the SDK's: with {@code SpanOptions.Orphans.SAMPLE} it decides which traces
   *     appear that begin with work of the GPU. Called on a thread of ours; what it throws is taken
   *     for no
   * @throws NullPointerException if an argument is null
   */
  public static RocjfrOpenTelemetry export(
      SpanExporter exporter, Resource resource, Sampler sampler, LiveOptions options) {
    Objects.requireNonNull(exporter, "exporter");
    Objects.requireNonNull(resource, "resource");
    Objects.requireNonNull(options, "options");
    Objects.requireNonNull(sampler, "sampler");
    ScopeTracking.install();
    LiveExport export =
        new LiveExport(exporter, resource, options, sampler, ScopeTracking.tracker());
    export.start();
    return new RocjfrOpenTelemetry(export);
  }

  /**
   * Publishes metrics, until {@link #close}: what was exported, what was dropped and why, what the
   * GPU did.
   */
  public RocjfrOpenTelemetry metrics(MeterProvider provider) {
    metrics.add(GpuMetrics.register(export, provider));
    return this;
  }

  /**
   * Flushes and ends the export with the SDK; add it before the batch processor. Its shutdown
   * returns when ours has ended, within the time for shutdown: the next processor's ends the
   * exporter.
   */
  public SpanProcessor processor() {
    return new LiveProcessor(export, true);
  }

  /** What became of all activity so far. */
  public SpanCounts counts() {
    return export.counts();
  }

  /** Exports what has happened until now. */
  public CompletableResultCode flush() {
    return export.flush();
  }

  /**
   * Exports what there is and ends, within the time for shutdown; what is left then is counted as
   * dropped.
   */
  public CompletableResultCode shutdown() {
    return export.shutdown();
  }

  /** Shuts down, waits for it, and ends the metrics. */
  @Override
  public void close() {
    shutdown().join(1, TimeUnit.MINUTES);
    metrics.forEach(Runnable::run);
    metrics.clear();
  }
}
