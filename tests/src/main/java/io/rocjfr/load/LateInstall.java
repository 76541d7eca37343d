// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.rocjfr.otel.RocjfrOpenTelemetry;

/** Uses OpenTelemetry's context before it installs rocjfr. */
public final class LateInstall {
  private LateInstall() {}

  /** Takes no arguments. */
  public static void main(String[] arguments) {
    SdkTracerProvider provider = SdkTracerProvider.builder().build();
    Span span = provider.get("late").spanBuilder("early").startSpan();
    try (Scope scope = span.makeCurrent()) {
      RocjfrOpenTelemetry.install();
      System.out.println("scope: " + (scope != null));
    }
    span.end();
    System.out.println("tracking: " + RocjfrOpenTelemetry.isTracking());
    System.out.println("tracking: " + RocjfrOpenTelemetry.isTracking());
  }
}
