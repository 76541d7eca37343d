// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel;

import io.opentelemetry.sdk.autoconfigure.spi.AutoConfigurationCustomizer;
import io.opentelemetry.sdk.autoconfigure.spi.AutoConfigurationCustomizerProvider;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigProperties;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.SdkMeterProviderBuilder;
import io.opentelemetry.sdk.metrics.export.MetricReader;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProviderBuilder;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.rocjfr.otel.live.GpuMetrics;
import io.rocjfr.otel.live.LiveExport;
import io.rocjfr.otel.live.LiveProcessor;
import io.rocjfr.otel.live.MetricTap;
import io.rocjfr.otel.scope.ScopeTracking;
import io.rocjfr.otel.scope.Unquoted;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Joins rocjfr to an SDK that configures itself: in an application with the SDK's autoconfigure
 * module, and in the OpenTelemetry agent as its extension. Found as a service; nothing calls it by
 * name. The properties {@code rocjfr.otel.*} say what it does; see docs/opentelemetry.md.
 */
public final class RocjfrCustomizer implements AutoConfigurationCustomizerProvider {
  private static final Logger LOG = Logger.getLogger(RocjfrCustomizer.class.getName());

  private final SdkJoin join = new SdkJoin();
  private final List<MetricTap> metrics = new ArrayList<>();
  private Resource resource = Resource.getDefault();
  private Sampler sampler = Sampler.parentBased(Sampler.alwaysOn());

  /** For the service loader. */
  public RocjfrCustomizer() {}

  @Override
  public void customize(AutoConfigurationCustomizer configuration) {
    configuration.addResourceCustomizer(
        (found, config) -> {
          resource = found;
          return found;
        });
    configuration.addSamplerCustomizer(
        (found, config) -> {
          sampler = found;
          return found;
        });
    configuration.addSpanExporterCustomizer(this::share);
    configuration.addTracerProviderCustomizer(this::connect);
    try {
      configuration.addMetricReaderCustomizer(this::tap);
    } catch (LinkageError e) { // no metrics in this application, or an SDK without them
      LOG.log(Level.WARNING, "rocjfr: no metrics", Unquoted.of(e));
    }
  }

  /** After all others: the exporter as the user has it. */
  @Override
  public int order() {
    return Integer.MAX_VALUE;
  }

  private static Properties properties(ConfigProperties config) {
    return new Properties(config::getString);
  }

  private SpanExporter share(SpanExporter exporter, ConfigProperties config) {
    return properties(config).isEnabled() ? join.share(exporter) : exporter;
  }

  private MetricReader tap(MetricReader reader, ConfigProperties config) {
    if (!properties(config).isEnabled()) {
      return reader;
    }
    MetricTap tap = new MetricTap(reader);
    metrics.add(tap);
    return tap;
  }

  private SdkTracerProviderBuilder connect(
      SdkTracerProviderBuilder builder, ConfigProperties config) {
    try {
      Properties properties = properties(config);
      if (!properties.isEnabled() || !ScopeTracking.install()) {
        return builder;
      }
      LiveExport export = join.start(properties, resource, sampler);
      if (export != null) {
        register(export);
      }
      builder.addSpanProcessor(new LiveProcessor(export, false));
    } catch (WrongProperty e) {
      LOG.warning("rocjfr: no GPU spans: " + e.getMessage());
    } catch (RuntimeException | LinkageError e) { // the application's telemetry goes on without us
      LOG.log(Level.WARNING, "rocjfr: no GPU spans", Unquoted.of(e));
    }
    return builder;
  }

  private void register(LiveExport live) {
    try {
      SdkMeterProviderBuilder provider = SdkMeterProvider.builder().setResource(resource);
      metrics.forEach(tap -> provider.registerMetricReader(tap.own()));
      GpuMetrics.register(live, provider.build());
    } catch (RuntimeException | LinkageError e) {
      LOG.log(Level.WARNING, "rocjfr: no metrics", Unquoted.of(e));
    }
  }
}
