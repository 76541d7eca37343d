// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.demo;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import java.util.concurrent.TimeUnit;

/**
 * The demo within an application that has OpenTelemetry: each iteration is a trace, with a span for
 * the copies and one for the computation. The SDK is configured by the environment.
 */
public final class TracedTranspose {
  private static final CallCounter COUNTER = new CallCounter();

  private TracedTranspose() {}

  /** Takes the number of iterations. */
  public static void main(String[] arguments) {
    OpenTelemetrySdk sdk =
        AutoConfiguredOpenTelemetrySdk.builder()
            .disableShutdownHook()
            .build()
            .getOpenTelemetrySdk();
    Tracer tracer = sdk.getTracer("demo");
    HipLibraries libraries = HipLibraries.load(null);
    Hip hip = COUNTER.counting(Hip.class, libraries.hip());
    Gpu gpu = Gpu.first(hip, libraries.hasNewProperties());
    KernelCompiler compiler = new KernelCompiler(libraries.hiprtc(), gpu.architecture());
    long wrong = 0;
    Phases phases = new Phases();
    try (Transposition work = new Transposition(hip, compiler, 256)) {
      for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
        work.fill(i);
        wrong += iterate(tracer, phases, work, i);
      }
    }
    sdk.shutdown().join(10, TimeUnit.MINUTES);
    System.out.println("wrong elements: " + wrong);
    System.exit(wrong == 0 ? 0 : 1);
  }

  private static long iterate(Tracer tracer, Phases phases, Transposition work, int i) {
    long[] wrong = new long[1];
    inSpan(
        tracer,
        "request " + i,
        () ->
            phases.run(
                "iteration",
                () -> {
                  inSpan(tracer, "upload", work::copyIn);
                  inSpan(tracer, "compute", () -> phases.run("transpose", work::transpose));
                  inSpan(tracer, "download", work::copyOut);
                  wrong[0] = work.wrongElements(i);
                }));
    return wrong[0];
  }

  private static void inSpan(Tracer tracer, String name, Runnable work) {
    Span span = tracer.spanBuilder(name).startSpan();
    try (Scope scope = span.makeCurrent()) {
      if (scope != null) {
        work.run();
      }
    } finally {
      span.end();
    }
  }
}
