// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.benchmarks;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.rocjfr.ActivityListener;
import io.rocjfr.Rocjfr;
import io.rocjfr.otel.RocjfrOpenTelemetry;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What an OpenTelemetry scope costs. Goal: at most 15 ns more than without rocjfr. */
@State(org.openjdk.jmh.annotations.Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class OtelScopes {
  private static final int SPANS = 1024;

  /** Without rocjfr; with it while nobody looks; with it while activity is wanted. */
  @Param({"without", "idle", "tracing"})
  public String mode;

  private final Context[] contexts = new Context[SPANS];
  private ActivityListener.Registration registration;
  private int next;

  /** Each mode runs in a JVM of its own: what is installed stays. */
  @Setup
  public void install() {
    if (!Rocjfr.isActive()) {
      throw new IllegalStateException("run it with: java -javaagent:dist/rocjfr.jar -jar ...");
    }
    if (!mode.equals("without")) {
      RocjfrOpenTelemetry.install();
    }
    if (mode.equals("tracing")) {
      registration = Rocjfr.addListener(batch -> {});
    }
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < SPANS; i++) {
      SpanContext span =
          SpanContext.create(
              String.format("%016x%016x", random.nextLong(), random.nextLong()),
              String.format("%016x", random.nextLong()),
              TraceFlags.getSampled(),
              TraceState.getDefault());
      contexts[i] = Context.root().with(Span.wrap(span));
    }
    boolean tracing = Rocjfr.isTracing();
    if (tracing != mode.equals("tracing")) {
      throw new IllegalStateException("tracing: " + tracing);
    }
  }

  /** Ends the listening. */
  @TearDown
  public void close() {
    if (registration != null) {
      registration.close();
    }
  }

  /** The same span again and again. */
  @Benchmark
  public void sameSpan() {
    try (Scope scope = contexts[0].makeCurrent()) {
      use(scope);
    }
  }

  /** Another span each time. */
  @Benchmark
  public void otherSpan() {
    try (Scope scope = contexts[next++ & (SPANS - 1)].makeCurrent()) {
      use(scope);
    }
  }

  private static void use(Object scope) {
    if (scope == null) {
      throw new IllegalStateException("a scope is never null");
    }
  }
}
