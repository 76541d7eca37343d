// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.benchmarks;

import io.opentelemetry.exporter.internal.otlp.traces.LowAllocationTraceRequestMarshaler;
import io.opentelemetry.exporter.internal.otlp.traces.TraceRequestMarshaler;
import io.opentelemetry.sdk.resources.Resource;
import io.rocjfr.ActivityKind;
import io.rocjfr.otel.offline.GpuRequest;
import io.rocjfr.otel.span.Activity;
import io.rocjfr.otel.span.GpuSpan;
import io.rocjfr.otel.span.RootSampler;
import io.rocjfr.otel.span.SpanCounts;
import io.rocjfr.otel.span.SpanMaker;
import io.rocjfr.otel.span.SpanOptions;
import io.rocjfr.otel.span.SpanResources;
import io.rocjfr.otel.span.SpanTraces;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * From activity to spans, and to encoded OTLP, on one thread: half of it API calls, half kernels.
 * Goals: 10 million a second up to SpanData, 2 million encoded. With {@code -prof gc} it tells what
 * is allocated per span.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class OtelSpans {
  private static final int BATCH = 2048;
  private static final int SPANS = 64;

  private final Activity[] activities = new Activity[BATCH];
  private final SpanTraces traces = new SpanTraces(10);
  private final List<GpuSpan> spans = new ArrayList<>(BATCH);
  private final GpuRequest.Maker requests = new GpuRequest.Maker();
  private final LowAllocationTraceRequestMarshaler reused =
      new LowAllocationTraceRequestMarshaler();
  private SpanMaker maker;

  /** The activities of 64 spans. */
  @Setup
  public void make() {
    for (int i = 1; i <= SPANS; i++) {
      traces.put(i * 0x9E3779B97F4A7C15L, i, i, 1);
    }
    for (int i = 0; i < BATCH; i++) {
      activities[i] = i % 2 == 0 ? call(i) : kernel(i);
    }
    maker =
        new SpanMaker(
            7,
            SpanOptions.ALL.withBurst(0),
            (id, thread) -> traces.find(id) ? traces : null,
            RootSampler.ALL,
            new SpanResources(Resource.getDefault(), "5.2.3"),
            new SpanCounts(),
            spans::add);
  }

  private static Activity call(int i) {
    Activity call = new Activity();
    call.kind = ActivityKind.HIP_API;
    call.name = "hipModuleLaunchKernel";
    call.kernel = "gemm_nn_128x128";
    call.threadName = "worker-1";
    call.javaThreadId = 31;
    call.begin = 1_790_000_000_000_000_000L + i * 1000L;
    call.end = call.begin + 700;
    call.correlationId = 1_000_000L + i;
    call.externalId = (1L + (i / 2) % SPANS) * 0x9E3779B97F4A7C15L;
    call.stream = 1;
    return call;
  }

  private static Activity kernel(int i) {
    Activity kernel = call(i - 1);
    kernel.kind = ActivityKind.KERNEL_DISPATCH;
    kernel.name = null;
    kernel.device = 0;
    kernel.queue = 1;
    kernel.gridX = 128;
    kernel.gridY = 128;
    kernel.gridZ = 1;
    kernel.workgroupX = 256;
    kernel.workgroupY = 1;
    kernel.workgroupZ = 1;
    return kernel;
  }

  /** Up to SpanData. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public List<GpuSpan> spanData() {
    spans.clear();
    for (Activity activity : activities) {
      maker.accept(activity);
    }
    return spans;
  }

  /** Up to the bytes of a request, as the command {@code export} encodes it: the same bytes. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public void encodedByUs() throws IOException {
    requests.request(spanData()).writeBinaryTo(OutputStream.nullOutputStream());
  }

  /** Up to the bytes of a request, as the SDK's exporters encode it by default. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public void encodedReusing() throws IOException {
    reused.initialize(Collections.unmodifiableCollection(spanData()));
    try {
      reused.writeBinaryTo(OutputStream.nullOutputStream());
    } finally {
      reused.reset();
    }
  }

  /** Up to the bytes of a request, as they encode it with memory mode IMMUTABLE_DATA. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public void encoded() throws IOException {
    TraceRequestMarshaler.create(Collections.unmodifiableCollection(spanData()))
        .writeBinaryTo(OutputStream.nullOutputStream());
  }
}
