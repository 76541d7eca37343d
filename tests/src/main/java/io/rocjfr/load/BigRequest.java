// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import com.sun.jna.Memory;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import io.rocjfr.Rocjfr;
import io.rocjfr.Roctx;
import java.util.Map;
import java.util.TreeMap;

/**
 * A program under test that has OpenTelemetry: one request launches many kernels, on a thread that
 * works for a small one in between. A call fails within the big request, and its span ends before
 * the GPU has done its work. Takes what {@link Telemetry} does, and {@code kernels=N}.
 */
public final class BigRequest {
  private static final long TERABYTE = 1L << 40;

  /** Launches between two waits for the GPU. */
  private static final int AT_ONCE = 1000;

  private BigRequest() {}

  /** Runs once and ends. */
  @SuppressWarnings("try") // what is open is not referred to
  public static void main(String[] arguments) {
    Request request = Request.parse("big " + String.join(" ", arguments));
    Telemetry telemetry = Telemetry.start(request);
    Tracer tracer = telemetry.openTelemetry().getTracer("load");
    Counts counts = new Counts();
    Gpu gpu = new Gpu(counts, 20);
    long stream = gpu.createStream(counts);
    Span big = tracer.spanBuilder("big").startSpan();
    Span small = tracer.spanBuilder("small").startSpan();
    try (Scope scope = big.makeCurrent();
        Roctx.Range range = Roctx.range("inference")) {
      for (int i = 1; i <= request.number("kernels", 10_000); i++) {
        if (i % 4 == 0) {
          gpu.launchSpin(counts, stream);
        } else {
          gpu.launchEmpty(counts, 1, stream);
        }
        if (i % AT_ONCE == 1) {
          try (Scope inner = small.makeCurrent()) {
            gpu.launchEmpty(counts, 1, stream);
          }
        }
        if (i % AT_ONCE == 0) {
          gpu.synchronize(counts, stream);
        }
      }
      try (Memory out = new Memory(Long.BYTES)) {
        gpu.runtime.getFunction("hipMalloc").invokeInt(new Object[] {out, TERABYTE});
      }
      gpu.launchSpin(counts, stream);
    }
    big.end();
    small.end();
    gpu.synchronizeDevice(counts);
    Map<String, Object> result = new TreeMap<>(telemetry.stop());
    result.put("lost", Rocjfr.lost());
    System.out.println("big: " + Json.of(result));
  }
}
