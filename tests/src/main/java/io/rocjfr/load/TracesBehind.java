// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** Threads with traces that go on beside what else a {@link Session} does, with live export. */
final class TracesBehind {
  private final Telemetry telemetry;
  private final Counts counts = new Counts();
  private final AtomicBoolean told = new AtomicBoolean();
  private final Thread thread;
  private volatile Throwable failure;

  private TracesBehind(Gpu gpu, long[] streams, Request request) {
    telemetry = Telemetry.start(request);
    TraceLoad load =
        new TraceLoad(
            gpu, counts, streams, telemetry.openTelemetry().getTracer("load"), request, told::get);
    thread = new Thread(load::run, "traces");
    thread.setUncaughtExceptionHandler((ended, why) -> failure = why);
  }

  /** Starts as {@link Telemetry#start} and {@link TraceLoad} say. */
  static TracesBehind start(Gpu gpu, long[] streams, Request request) {
    TracesBehind traces = new TracesBehind(gpu, streams, request);
    traces.thread.start();
    return traces;
  }

  /** Ends them, adds what they did, and tells what became of the spans. */
  Map<String, Object> stop(Counts total) {
    told.set(true);
    LoadThreads.join(thread);
    if (failure != null) {
      throw new IllegalStateException("traces failed", failure);
    }
    total.addAll(counts);
    Map<String, Object> result = new TreeMap<>(telemetry.stop());
    result.putAll(counts.toMap());
    return result;
  }
}
