// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A program under test that has OpenTelemetry and uses the GPU outside of all spans: each launch
 * and its kernel are a trace of their own. Takes what {@link Telemetry} does, and {@code
 * launches=N}; prints what became of the spans, and with {@code linger=true} stays until a line of
 * input comes.
 */
public final class Orphans {
  /** Launches between two waits for the GPU. */
  private static final int AT_ONCE = 256;

  private Orphans() {}

  /** Runs once and ends. */
  public static void main(String[] arguments) {
    Request request = Request.parse("orphans " + String.join(" ", arguments));
    Telemetry telemetry = Telemetry.start(request);
    Counts counts = new Counts();
    Gpu gpu = new Gpu(counts, 1);
    long stream = gpu.createStream(counts);
    for (int i = 1; i <= request.number("launches", 1000); i++) {
      gpu.launchEmpty(counts, 1, stream);
      if (i % AT_ONCE == 0) {
        gpu.synchronize(counts, stream);
      }
    }
    gpu.synchronizeDevice(counts);
    Map<String, Object> result = new TreeMap<>(telemetry.stop());
    System.out.println("orphans: " + Json.of(result));
    if (request.flag("linger")) {
      Traced.awaitLine(new AtomicBoolean());
    }
  }
}
