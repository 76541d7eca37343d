// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Phaser;

/**
 * Many live virtual threads with a span each. Every one opens a scope while nobody wants activity,
 * and one in it when somebody does, or with {@code listen=0} still nobody. Prints what the inner
 * scope takes in bytes for each thread: the difference of two runs is what we keep.
 */
public final class ScopedThreads {
  private static final int ROUNDS = 20_000;

  private ScopedThreads() {}

  /** Takes {@code threads=N listen=0|1}. */
  public static void main(String[] arguments) throws Exception {
    Request request = Request.parse("scoped " + String.join(" ", arguments));
    int threads = request.number("threads", 50_000);
    boolean listen = request.number("listen", 1) != 0;
    RocjfrOpenTelemetry.install();
    double before = nanosOfAScope(Rocjfr.addListener(batch -> {}));
    Phaser opened = new Phaser(threads + 1);
    CountDownLatch wanted = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    for (int i = 1; i <= threads; i++) {
      long id = i;
      LoadThreads.start(true, "scoped", () -> live(id, opened, wanted, end));
    }
    opened.arriveAndAwaitAdvance();
    long without = heap();
    ActivityListener.Registration listener = listen ? Rocjfr.addListener(batch -> {}) : null;
    wanted.countDown();
    opened.arriveAndAwaitAdvance();
    long with = heap();
    double during = nanosOfAScope(listener != null ? listener : Rocjfr.addListener(batch -> {}));
    System.out.printf(
        "scoped: %d threads, %d bytes each, evicted %d%n",
        threads, (with - without) / threads, ExternalCorrelation.evicted());
    System.out.printf(
        "scoped: a scope of another span takes %.0f ns before, %.0f ns beside them%n",
        before, during);
    end.countDown();
  }

  private static void live(long id, Phaser opened, CountDownLatch wanted, CountDownLatch end) {
    try (Scope outer = context(id).makeCurrent()) {
      opened.arriveAndAwaitAdvance();
      wanted.await();
      try (Scope inner = context(-id).makeCurrent()) {
        opened.arriveAndAwaitAdvance();
        end.await();
        mustBeOpen(inner);
      }
      mustBeOpen(outer);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void mustBeOpen(Scope scope) {
    if (scope == null) {
      throw new IllegalStateException("a scope is never null");
    }
  }

  private static Context context(long id) {
    return Context.root()
        .with(
            Span.wrap(
                SpanContext.create(
                    String.format("%016x%016x", id * 31, id),
                    String.format("%016x", id * 0x9E3779B97F4A7C15L),
                    TraceFlags.getSampled(),
                    TraceState.getDefault())));
  }

  private static double nanosOfAScope(ActivityListener.Registration listener) {
    Context[] contexts = new Context[1024];
    for (int i = 0; i < contexts.length; i++) {
      contexts[i] = context(1_000_000 + i);
    }
    long best = Long.MAX_VALUE;
    for (int round = 0; round < 20; round++) {
      long begin = System.nanoTime();
      for (int i = 0; i < ROUNDS; i++) {
        try (Scope scope = contexts[i & 1023].makeCurrent()) {
          mustBeOpen(scope);
        }
      }
      best = Math.min(best, System.nanoTime() - begin);
    }
    listener.close();
    return (double) best / ROUNDS;
  }

  private static long heap() throws InterruptedException {
    Runtime runtime = Runtime.getRuntime();
    long used = Long.MAX_VALUE;
    for (int i = 0; i < 4; i++) {
      System.gc();
      used = Math.min(used, runtime.totalMemory() - runtime.freeMemory());
    }
    return used;
  }
}
