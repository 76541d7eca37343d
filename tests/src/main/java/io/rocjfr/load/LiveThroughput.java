// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.rocjfr.Rocjfr;
import io.rocjfr.otel.RocjfrOpenTelemetry;
import io.rocjfr.otel.live.LiveOptions;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The live export at a fixed rate: launches of the stub runtime (lib/stubhip-tracer first in
 * LD_LIBRARY_PATH), each a call and a kernel, into an exporter that counts. Prints what arrived,
 * what was dropped or lost, and the processor time of a span. The producer is in it: four foreign
 * calls for two spans.
 */
public final class LiveThroughput {
  private static final int BURST_NANOS = 1_000_000;

  private final StubLaunches stub = new StubLaunches();

  private LiveThroughput() {}

  /** Takes {@code rate=SPANS_PER_SECOND} and {@code seconds=N}. */
  public static void main(String[] arguments) {
    Request request = Request.parse("throughput " + String.join(" ", arguments));
    RocjfrOpenTelemetry.install();
    Counting exporter = new Counting();
    RocjfrOpenTelemetry gpu =
        RocjfrOpenTelemetry.export(
            exporter, Resource.getDefault(), Sampler.alwaysOn(), LiveOptions.DEFAULT);
    SdkTracerProvider provider =
        SdkTracerProvider.builder().addSpanProcessor(gpu.processor()).build();
    LiveThroughput load = new LiveThroughput();
    while (!Rocjfr.isTracing()) {
      Thread.onSpinWait();
    }
    int rate = request.number("rate", 500_000);
    load.produce(provider, rate, 3);
    provider.forceFlush().join(1, TimeUnit.MINUTES);
    Map<String, Long> lostBefore = Rocjfr.lost();
    long before = exporter.spans.get();
    long cpu = processorNanos();
    long begin = System.nanoTime();
    long made = load.produce(provider, rate, request.number("seconds", 10));
    double seconds = (System.nanoTime() - begin) / 1e9;
    provider.forceFlush().join(1, TimeUnit.MINUTES);
    cpu = processorNanos() - cpu;
    System.out.printf(
        "throughput: %d spans made in %.1f s: %.0f a second; %d exported; %.2f us of processor"
            + " time each; counts %s; lost %d (%s in the warm-up)%n",
        made,
        seconds,
        made / seconds,
        exporter.spans.get() - before,
        cpu / 1e3 / made,
        gpu.counts(),
        sum(Rocjfr.lost()) - sum(lostBefore),
        lostBefore);
    provider.shutdown().join(1, TimeUnit.MINUTES);
    System.out.println("throughput: " + gpu.counts());
  }

  private static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  private static long processorNanos() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /** Bursts of a millisecond; what a burst was late is made up for. Returns how many spans. */
  private long produce(SdkTracerProvider provider, int rate, int seconds) {
    long begin = System.nanoTime();
    long end = begin + TimeUnit.SECONDS.toNanos(seconds);
    long made = 0;
    for (long now = begin; now < end; now = System.nanoTime()) {
      long due = (long) ((now - begin) / 1e9 * rate);
      Span span = provider.get("load").spanBuilder("request").startSpan();
      try (Scope scope = span.makeCurrent()) {
        for (; made < due && scope != null; made += 2) {
          stub.launch();
        }
      }
      span.end();
      LockSupport.parkNanos(BURST_NANOS);
    }
    return made;
  }

  private static final class Counting implements SpanExporter {
    final AtomicLong spans = new AtomicLong();

    @Override
    public CompletableResultCode export(Collection<SpanData> batch) {
      spans.addAndGet(batch.size());
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
