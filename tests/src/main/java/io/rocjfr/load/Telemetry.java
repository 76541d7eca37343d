// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.rocjfr.otel.RocjfrOpenTelemetry;
import io.rocjfr.otel.live.LiveOptions;
import io.rocjfr.otel.span.DropReason;
import io.rocjfr.otel.span.SpanCounts;
import io.rocjfr.otel.span.SpanOptions;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** The three ways in which an application has OpenTelemetry. */
final class Telemetry {
  /** Of what is not to be cut short by a slow machine. */
  private static final int PATIENCE_MILLIS = 600_000;

  private final OpenTelemetry openTelemetry;
  private final OpenTelemetrySdk sdk;
  private final RocjfrOpenTelemetry gpu;

  private Telemetry(OpenTelemetry openTelemetry, OpenTelemetrySdk sdk, RocjfrOpenTelemetry gpu) {
    this.openTelemetry = openTelemetry;
    this.sdk = sdk;
    this.gpu = gpu;
  }

  /** {@code mode}: plain, auto or agent. */
  static Telemetry start(Request request) {
    return switch (request.text("mode")) {
      case "plain" -> plain(request);
      case "auto" -> {
        OpenTelemetrySdk sdk =
            AutoConfiguredOpenTelemetrySdk.builder()
                .setResultAsGlobal()
                .disableShutdownHook()
                .build()
                .getOpenTelemetrySdk();
        yield new Telemetry(sdk, sdk, null);
      }
      case "agent" -> {
        // The application brings rocjfr, too, which must notice that the agent does it already.
        System.out.println("traced: installed " + RocjfrOpenTelemetry.install());
        yield new Telemetry(GlobalOpenTelemetry.get(), null, null);
      }
      default -> throw new IllegalArgumentException("mode");
    };
  }

  private static Telemetry plain(Request request) {
    RocjfrOpenTelemetry.install();
    Resource resource =
        Resource.getDefault().merge(Resource.builder().put("service.name", "plain").build());
    SpanExporter exporter =
        OtlpHttpSpanExporter.builder()
            .setEndpoint(request.text("endpoint"))
            .setTimeout(Duration.ofMillis(request.number("timeout", PATIENCE_MILLIS)))
            .build();
    Sampler sampler =
        Sampler.parentBased(Sampler.traceIdRatioBased(request.number("percent", 100) / 100.0));
    LiveOptions defaults = LiveOptions.DEFAULT;
    LiveOptions options =
        new LiveOptions(
            SpanOptions.ALL.withBurst(
                Integer.getInteger("rocjfr.otel.burst", SpanOptions.ALL.burst())),
            request.number("queue", defaults.queueSize()),
            request.number("batch", defaults.batchSize()),
            Duration.ofMillis(100),
            Duration.ofMillis(PATIENCE_MILLIS),
            Duration.ofMillis(request.number("shutdown", PATIENCE_MILLIS)));
    RocjfrOpenTelemetry gpu = RocjfrOpenTelemetry.export(exporter, resource, sampler, options);
    SdkTracerProvider provider =
        SdkTracerProvider.builder()
            .setResource(resource)
            .setSampler(sampler)
            .addSpanProcessor(gpu.processor())
            .addSpanProcessor(
                BatchSpanProcessor.builder(SpanExporter.noop()).build()) // only ours are looked at
            .build();
    return new Telemetry(OpenTelemetrySdk.builder().setTracerProvider(provider).build(), null, gpu);
  }

  OpenTelemetry openTelemetry() {
    return openTelemetry;
  }

  /** Ends it, and tells what became of the spans where that can be told. */
  Map<String, Object> stop() {
    Map<String, Object> result = new TreeMap<>();
    long begin = System.nanoTime();
    if (sdk != null) {
      sdk.shutdown().join(10, TimeUnit.MINUTES);
    }
    if (gpu != null) {
      gpu.close();
      SpanCounts counts = gpu.counts();
      result.put("produced", counts.produced());
      result.put("exported", counts.exported());
      result.put("saved", counts.saved());
      for (DropReason reason : DropReason.values()) {
        result.put(reason.label(), counts.dropped(reason));
      }
      result.put("tracking", RocjfrOpenTelemetry.isTracking());
    }
    result.put("shutdownMillis", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin));
    return result;
  }
}
