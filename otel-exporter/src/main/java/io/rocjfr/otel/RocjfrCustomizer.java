// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel;

import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.spi.AutoConfigurationCustomizer;
import io.opentelemetry.sdk.autoconfigure.spi.AutoConfigurationCustomizerProvider;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigProperties;
import io.opentelemetry.sdk.autoconfigure.spi.internal.AutoConfigureListener;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProviderBuilder;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.rocjfr.otel.live.GpuMetrics;
import io.rocjfr.otel.live.LiveExport;
import io.rocjfr.otel.live.LiveProcessor;
import io.rocjfr.otel.live.SharedExporter;
import io.rocjfr.otel.scope.ScopeTracking;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Joins rocjfr to an SDK that configures itself: in an application with the SDK's autoconfigure
 * module, and in the OpenTelemetry agent as its extension. Found as a service; nothing calls it by
 * name. The properties {@code rocjfr.otel.*} say what it does; see docs/opentelemetry.md.
 */
public final class RocjfrCustomizer
    implements AutoConfigurationCustomizerProvider, AutoConfigureListener {
  private static final Logger LOG = Logger.getLogger(RocjfrCustomizer.class.getName());

  private final List<SpanExporter> exporters = new ArrayList<>();
  private Resource resource = Resource.getDefault();
  private volatile LiveExport export;

  /** For the service loader. */
  public RocjfrCustomizer() {}

  @Override
  public void customize(AutoConfigurationCustomizer configuration) {
    configuration.addResourceCustomizer(
        (found, config) -> {
          resource = found;
          return found;
        });
    configuration.addSpanExporterCustomizer(this::share);
    configuration.addTracerProviderCustomizer(this::connect);
  }

  /** After all others: the exporter as the user has it. */
  @Override
  public int order() {
    return Integer.MAX_VALUE;
  }

  private SpanExporter share(SpanExporter exporter, ConfigProperties config) {
    if (!Properties.isEnabled(config)) {
      return exporter;
    }
    exporters.add(exporter);
    return new SharedExporter(exporter, this::end);
  }

  private CompletableResultCode end() {
    LiveExport live = export;
    return live == null ? CompletableResultCode.ofSuccess() : live.shutdown();
  }

  private SdkTracerProviderBuilder connect(
      SdkTracerProviderBuilder builder, ConfigProperties config) {
    try {
      if (!Properties.isEnabled(config) || !ScopeTracking.install()) {
        return builder;
      }
      if (Properties.exports(config) && !exporters.isEmpty()) {
        export =
            new LiveExport(
                SpanExporter.composite(exporters),
                resource,
                Properties.live(config),
                ScopeTracking.spans());
        export.start();
      }
      builder.addSpanProcessor(new LiveProcessor(export));
    } catch (IllegalArgumentException e) {
      LOG.warning("rocjfr: no GPU spans: " + e.getMessage());
    } catch (RuntimeException | LinkageError e) { // the application's telemetry goes on without us
      LOG.log(Level.WARNING, "rocjfr: no GPU spans", e);
    }
    return builder;
  }

  @Override
  public void afterAutoConfigure(OpenTelemetrySdk sdk) {
    LiveExport live = export;
    if (live != null) {
      GpuMetrics.register(live, sdk.getMeterProvider());
    }
  }
}
