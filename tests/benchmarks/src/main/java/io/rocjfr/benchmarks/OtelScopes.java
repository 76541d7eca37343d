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
import io.rocjfr.ExternalCorrelation;
import io.rocjfr.Rocjfr;
import io.rocjfr.otel.RocjfrOpenTelemetry;
import io.rocjfr.otel.span.HexIds;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
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

  private static final int FLOOR_SHIFT = Long.SIZE - 18;
  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  private final String[] texts = new String[SPANS];
  private final byte[] digits = new byte[16];
  private final long[] table = new long[1 << 18];
  private ExternalCorrelation.ThreadStack ids;
  private FloorScope held;

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
      texts[i] = span.getSpanId();
      contexts[i] = Context.root().with(Span.wrap(span));
    }
    ids = ExternalCorrelation.ofThisThread();
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

  /**
   * What has to be written for another span each time, and nothing else: its id read and put into
   * the tracer's memory and taken out again, its entry in the table marked and unmarked, and the
   * scope that knows how to. With {@code tracing}, {@link #otherSpan} is {@code without}'s and
   * this.
   */
  @Benchmark
  public void floorOfOtherSpan() {
    int span = next++ & (SPANS - 1);
    long id = HexIds.parse(texts[span], digits);
    ids.push(id);
    int at = (int) ((id * 0x9E3779B97F4A7C15L) >>> FLOOR_SHIFT);
    long state = (long) WORD.getOpaque(table, at);
    use(WORD.weakCompareAndSetPlain(table, at, state, state + 1) ? table : null);
    held = new FloorScope(id, at, state, held == null ? 0 : 1);
    state = (long) WORD.getOpaque(table, at);
    use(WORD.weakCompareAndSetPlain(table, at, state, state - 1) ? table : null);
    ids.pop();
    held = null;
  }

  private record FloorScope(long id, int place, long before, int depth) {}

  private static void use(Object scope) {
    if (scope == null) {
      throw new IllegalStateException("a scope is never null");
    }
  }
}
