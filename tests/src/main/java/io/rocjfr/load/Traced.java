// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import io.opentelemetry.api.trace.Tracer;
import io.rocjfr.Rocjfr;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A program under test that has OpenTelemetry: threads with overlapping traces use the GPU. It
 * writes which span did how much, for the test to compare with what arrives. Arguments are {@code
 * name=value}; with {@code told=true} it goes on until a line of input comes, with {@code
 * linger=true} it stays after all until then.
 */
public final class Traced {
  private static final int STREAMS = 4;

  private Traced() {}

  /** Runs the load once and ends. */
  public static void main(String[] arguments) throws IOException {
    Request request = Request.parse("traced " + String.join(" ", arguments));
    Telemetry telemetry = Telemetry.start(request);
    Tracer tracer = telemetry.openTelemetry().getTracer("load");
    Counts counts = new Counts();
    Gpu gpu = new Gpu(counts, request.number("spin", 200));
    long[] streams = new long[STREAMS];
    for (int i = 0; i < STREAMS; i++) {
      streams[i] = gpu.createStream(counts);
    }
    System.out.println("traced: ready");
    AtomicBoolean told = new AtomicBoolean(!request.flag("told"));
    if (!told.get()) {
      LoadThreads.start(false, "told", () -> awaitLine(told));
    }
    TraceLoad load = new TraceLoad(gpu, counts, streams, tracer, request, told::get);
    load.run();
    gpu.synchronizeDevice(counts);
    System.out.println("traced: loaded");
    if (request.values().containsKey("expect")) {
      load.expectations().write(Path.of(request.text("expect")));
    }
    Map<String, Object> result = new TreeMap<>(telemetry.stop());
    result.put("counts", counts.toMap());
    result.put("lost", Rocjfr.lost());
    result.put("skipped", io.rocjfr.ExternalCorrelation.skippedOnVirtualThreads());
    System.out.println("traced: " + Json.of(result));
    if (request.flag("linger")) {
      awaitLine(new AtomicBoolean());
    }
  }

  /** A line of input, or its end. */
  static void awaitLine(AtomicBoolean came) {
    try {
      int read = System.in.read();
      while (read >= 0 && read != '\n') {
        read = System.in.read();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      came.set(true);
    }
  }
}
