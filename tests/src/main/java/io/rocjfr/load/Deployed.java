// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The application that {@link Reloads} deploys: its requests have a span and use the GPU. */
public final class Deployed implements Runnable, AutoCloseable {
  private static final int KERNELS = 5;

  private final OpenTelemetrySdk sdk;
  private final Tracer tracer;
  private final Runnable launch;

  /** Configures OpenTelemetry. */
  public Deployed(String name, Runnable launch) {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    Thread.currentThread().setContextClassLoader(Deployed.class.getClassLoader());
    try {
      sdk =
          AutoConfiguredOpenTelemetrySdk.builder()
              .setServiceClassLoader(Deployed.class.getClassLoader())
              .addPropertiesSupplier(() -> Map.of("otel.service.name", name))
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
    sdk.shutdown().join(1, TimeUnit.MINUTES);
  }
}
