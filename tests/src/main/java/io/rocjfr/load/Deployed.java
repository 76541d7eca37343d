// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The application that {@link Reloads} deploys: its requests have a span and use the GPU. */
public final class Deployed implements Runnable, AutoCloseable {
  private static final int KERNELS = 5;

  private final OpenTelemetrySdk sdk;
  private final Tracer tracer;
  private final Runnable launch;

  /**
   * Configures OpenTelemetry.
   *
   * @param out takes a line for each span
   */
  public Deployed(String name, Runnable launch, Consumer<String> out) {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    Thread.currentThread().setContextClassLoader(Deployed.class.getClassLoader());
    try {
      sdk =
          AutoConfiguredOpenTelemetrySdk.builder()
              .setServiceClassLoader(Deployed.class.getClassLoader())
              .addPropertiesSupplier(() -> Map.of("otel.service.name", name))
              .addSpanExporterCustomizer(
                  (unused, config) -> {
                    unused.shutdown(); // it has no threads yet, which would hold the loader
                    return new Lines(out);
                  })
              .disableShutdownHook()
              .build()
              .getOpenTelemetrySdk();
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
    tracer = sdk.getTracer("deployed");
    this.launch = launch;
  }

  /** A request. */
  @Override
  public void run() {
    Span span = tracer.spanBuilder("request").startSpan();
    try (Scope scope = span.makeCurrent()) {
      for (int i = 0; i < KERNELS; i++) {
        launch.run();
      }
      if (scope == null) {
        throw new IllegalStateException("a scope is never null");
      }
    } finally {
      span.end();
    }
  }

  /** Undeployed. */
  @Override
  public void close() {
    sdk.shutdown().join(10, TimeUnit.MINUTES);
  }

  /** {@code span: SERVICE TYPE ID PARENT TRACE}; the type is that of ours, else the name. */
  private record Lines(Consumer<String> out) implements SpanExporter {
    private static final AttributeKey<String> TYPE = AttributeKey.stringKey("gpu.operation.type");
    private static final AttributeKey<String> SERVICE = AttributeKey.stringKey("service.name");

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
      for (SpanData span : spans) {
        String type = span.getAttributes().get(TYPE);
        out.accept(
            String.join(
                " ",
                "span:",
                span.getResource().getAttribute(SERVICE),
                type == null ? span.getName() : type,
                span.getSpanId(),
                span.getParentSpanId(),
                span.getTraceId()));
      }
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode flush() {
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
      return CompletableResultCode.ofSuccess();
    }
  }
}
