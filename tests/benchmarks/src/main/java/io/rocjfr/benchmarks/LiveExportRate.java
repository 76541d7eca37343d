// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.benchmarks;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.rocjfr.SpanContextSource;
import io.rocjfr.bridge.Drain;
import io.rocjfr.bridge.ListenerRegistration;
import io.rocjfr.otel.live.LiveExport;
import io.rocjfr.otel.live.LiveOptions;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Whether live export keeps up: records come at a fixed rate into a ring, from there through the
 * drain, the listener and the exporter's queue into an exporter that counts. Goal: 500,000 a second
 * on two cores without a drop.
 *
 * <pre>
 * java -cp tests/benchmarks/target/benchmarks.jar io.rocjfr.benchmarks.LiveExportRate 500000 20
 * </pre>
 */
public final class LiveExportRate {
  private static final int STEP_MICROS = 1000;

  private LiveExportRate() {}

  private static final class Counting implements SpanExporter {
    final LongAdder spans = new LongAdder();

    @Override
    public CompletableResultCode export(Collection<SpanData> batch) {
      spans.add(batch.size());
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

  /** Takes the rate, in records a second, and for how many seconds. */
  public static void main(String[] arguments) throws ReflectiveOperationException {
    int perSecond = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 500_000;
    int seconds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 20;
    SyntheticTracer tracer = new SyntheticTracer();
    Drain drain = new Drain(tracer);
    drain.start();
    connect(drain);
    Counting exporter = new Counting();
    SpanContextSource spans = (id, thread) -> new SpanContextSource.Context(id, id, 1);
    LiveExport export = new LiveExport(exporter, Resource.getDefault(), LiveOptions.DEFAULT, spans);
    export.start();
    long cpu = ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos();
    long records = feed(tracer, perSecond, seconds);
    long used = ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos() - cpu;
    export.flush().join(30, TimeUnit.SECONDS);
    System.out.printf(
        "%d records in %d s, %d spans exported, lost by listeners %s, %s; %.0f ns of processor time"
            + " each, the feeder's included%n",
        records,
        seconds,
        exporter.spans.sum(),
        drain.lostByListener(),
        export.counts(),
        (double) used / records);
    System.exit(exporter.spans.sum() == records ? 0 : 1);
  }

  private static long feed(SyntheticTracer tracer, int perSecond, int seconds) {
    long begin = System.nanoTime();
    long end = begin + TimeUnit.SECONDS.toNanos(seconds);
    long done = 0;
    long waits = 0;
    for (long now = begin; now < end; now = System.nanoTime()) {
      long due = (long) ((now - begin) / 1e9 * perSecond);
      while (done < due) {
        int step = (int) Math.min(due - done, SyntheticTracer.GROUPS / 8);
        if (!tracer.publish(step)) {
          waits++;
          break;
        }
        done += step;
      }
      LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(STEP_MICROS));
    }
    System.out.println("the ring was full " + waits + " times");
    return done;
  }

  /** As the agent connects the API. */
  private static void connect(Drain drain) throws ReflectiveOperationException {
    Map<String, Object> functions = new HashMap<>();
    functions.put("protocol", 1);
    functions.put("tracing", drain.tracing());
    functions.put("lost", (Supplier<Map<String, Long>>) drain::lost);
    functions.put("flush", (LongPredicate) drain::flush);
    functions.put("status", (Supplier<Map<String, Object>>) LiveExportRate::status);
    functions.put("listen", (Function<Object[], Object[]>) call -> listen(drain, call));
    Method connect = Class.forName("io.rocjfr.Link").getDeclaredMethod("connect", Map.class);
    connect.setAccessible(true);
    connect.invoke(null, functions);
  }

  @SuppressWarnings("unchecked") // as the protocol says
  private static Object[] listen(Drain drain, Object[] call) {
    ListenerRegistration registration =
        drain.addListener((String) call[0], (Consumer<Object[]>) call[1], (Integer) call[2]);
    return new Object[] {(Runnable) registration::close, (LongSupplier) registration::lost};
  }

  private static Map<String, Object> status() {
    return Map.of(
        "state", "on",
        "runtime", "synthetic",
        "version", "",
        "hook", "",
        "devices", 1,
        "otherTools", "",
        "message", "",
        "gpuClockErrorNanos", -1L,
        "processKey", 1L);
  }
}
