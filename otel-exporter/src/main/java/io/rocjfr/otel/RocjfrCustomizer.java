// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel;

import io.opentelemetry.sdk.autoconfigure.spi.AutoConfigurationCustomizer;
import io.opentelemetry.sdk.autoconfigure.spi.AutoConfigurationCustomizerProvider;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigProperties;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.SdkMeterProviderBuilder;
import io.opentelemetry.sdk.metrics.export.MetricExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProviderBuilder;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.rocjfr.otel.live.GpuMetrics;
import io.rocjfr.otel.live.LiveExport;
import io.rocjfr.otel.live.LiveProcessor;
import io.rocjfr.otel.live.MetricTap;
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
public final class RocjfrCustomizer implements AutoConfigurationCustomizerProvider {
  private static final Logger LOG = Logger.getLogger(RocjfrCustomizer.class.getName());

  private final SdkJoin join = new SdkJoin();
  private final List<MetricExporter> metricExporters = new ArrayList<>();
  private final MetricTap metrics = new MetricTap();
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
      configuration.addMetricExporterCustomizer(
          (found, config) -> {
            metricExporters.add(found);
            return found;
          });
      configuration.addMeterProviderCustomizer(this::publish);
    } catch (LinkageError e) { // no metrics in this application, or an SDK without them
      LOG.log(Level.WARNING, "rocjfr: no metrics", e);
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

  private SdkMeterProviderBuilder publish(
      SdkMeterProviderBuilder builder, ConfigProperties config) {
    return properties(config).isEnabled() ? builder.registerMetricProducer(metrics) : builder;
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
      builder.addSpanProcessor(new LiveProcessor(export));
    } catch (IllegalArgumentException e) {
      LOG.warning("rocjfr: no GPU spans: " + e.getMessage());
    } catch (RuntimeException | LinkageError e) { // the application's telemetry goes on without us
      LOG.log(Level.WARNING, "rocjfr: no GPU spans", e);
    }
    return builder;
  }

  private void register(LiveExport live) {
    try {
      if (metricExporters.size() == 1) {
        metrics.temporality(metricExporters.get(0));
      }
      GpuMetrics.register(
          live,
          SdkMeterProvider.builder().setResource(resource).registerMetricReader(metrics).build());
    } catch (RuntimeException | LinkageError e) {
      LOG.log(Level.WARNING, "rocjfr: no metrics", e);
    }
  }
}
