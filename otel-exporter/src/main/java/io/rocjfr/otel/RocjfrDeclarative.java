// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.declarativeconfig.DeclarativeConfigurationCustomizer;
import io.opentelemetry.sdk.autoconfigure.declarativeconfig.DeclarativeConfigurationCustomizerProvider;
import io.opentelemetry.sdk.autoconfigure.spi.internal.AutoConfigureListener;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.rocjfr.otel.live.GpuMetrics;
import io.rocjfr.otel.live.LiveExport;
import io.rocjfr.otel.scope.ScopeTracking;
import io.rocjfr.otel.scope.Unquoted;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Joins rocjfr to an SDK, or to the OpenTelemetry agent, that is configured by a file (declarative
 * configuration). Found as a service by that part of the SDK only, whose classes it needs; nothing
 * calls it by name. The file names the span processor {@code rocjfr} ({@link RocjfrComponent}); the
 * properties {@code rocjfr.otel.*} are the system's, or the environment's.
 *
 * <p>An exporter must not be wrapped here: the SDK closes what was replaced.
 */
public final class RocjfrDeclarative
    implements DeclarativeConfigurationCustomizerProvider, AutoConfigureListener {
  private static final Logger LOG = Logger.getLogger(RocjfrDeclarative.class.getName());
  private static final SpanContext SAMPLED =
      SpanContext.createFromRemoteParent(
          "00000000000000000000000000000001",
          "0000000000000001",
          TraceFlags.getSampled(),
          TraceState.getDefault());

  private final Properties properties = Properties.ofSystem();

  /** Of the file that is being read; which parts of the SDK know each other by. */
  private static volatile SdkJoin reading = new SdkJoin();

  private static volatile boolean named;

  private final SdkJoin join = new SdkJoin();

  /** For the service loader. */
  public RocjfrDeclarative() {}

  /** The file names our processor: returns what that ends. */
  static SdkJoin processor() {
    named = true;
    return reading;
  }

  @Override
  public void customize(DeclarativeConfigurationCustomizer configuration) {
    try {
      reading = join;
      named = false;
      if (properties.isEnabled() && ScopeTracking.install()) {
        configuration.addSpanExporterCustomizer(
            SpanExporter.class,
            (exporter, config) -> {
              join.use(exporter);
              return exporter;
            });
      }
    } catch (RuntimeException | LinkageError e) { // the application's telemetry goes on without us
      LOG.log(Level.WARNING, "rocjfr: no GPU spans", Unquoted.of(e));
    }
  }

  /** After all others: the exporter as the user has it. */
  @Override
  public int order() {
    return Integer.MAX_VALUE;
  }

  @Override
  public void afterAutoConfigure(OpenTelemetrySdk sdk) {
    try {
      if (!properties.isEnabled() || ScopeTracking.tracker() == null) {
        return;
      }
      if (!named) {
        LOG.warning(
            "rocjfr: no GPU spans, because the configuration file does not name rocjfr. Add the"
                + " line '- rocjfr:' as the first of tracer_provider's processors");
        return;
      }
      ScopeTracking.check();
      SdkTracerProvider traces = sdk.getSdkTracerProvider();
      LiveExport export = join.start(properties, resource(traces), traces.getSampler());
      if (export != null) {
        GpuMetrics.register(export, sdk.getMeterProvider());
      }
    } catch (WrongProperty e) {
      LOG.warning("rocjfr: no GPU spans: " + e.getMessage());
    } catch (RuntimeException | LinkageError e) { // the application's telemetry goes on without us
      LOG.log(Level.WARNING, "rocjfr: no GPU spans", Unquoted.of(e));
    }
  }

  /** The SDK tells its resource by its spans only: by one that is never ended, nor exported. */
  private static Resource resource(SdkTracerProvider traces) {
    Span probe =
        traces
            .get("io.rocjfr")
            .spanBuilder("rocjfr")
            .setParent(Context.root().with(Span.wrap(SAMPLED)))
            .startSpan();
    return probe instanceof ReadableSpan span
        ? span.toSpanData().getResource()
        : Resource.getDefault();
  }
}
