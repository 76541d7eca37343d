// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;

/**
 * Uses the GPU, and waits until rocjfr.GpuTelemetry tells of a device that is HIP's. Prints one
 * line of JSON: that event.
 */
public final class TelemetrySeen {
  private TelemetrySeen() {}

  /** See the class. */
  public static void main(String[] arguments) throws Exception {
    Counts counts = new Counts();
    Gpu gpu = new Gpu(counts, 1);
    CompletableFuture<Map<String, Object>> seen = new CompletableFuture<>();
    try (RecordingStream stream = new RecordingStream()) {
      stream.enable("rocjfr.GpuTelemetry").withPeriod(Duration.ofMillis(50));
      stream.enable("rocjfr.KernelDispatch");
      stream.onEvent("rocjfr.GpuTelemetry", event -> see(event, seen));
      stream.startAsync();
      gpu.launchEmpty(counts, 1, 0);
      gpu.synchronizeDevice(counts);
      System.out.println("telemetry: " + Json.of(seen.get(10, TimeUnit.MINUTES)));
    }
    System.out.flush();
    System.exit(0); // HIP's own threads need not keep the process
  }

  private static void see(RecordedEvent event, CompletableFuture<Map<String, Object>> seen) {
    if (event.getInt("device") >= 0) {
      Map<String, Object> fields = new TreeMap<>();
      fields.put("device", event.getInt("device"));
      fields.put("agentId", event.getInt("agentId"));
      fields.put("pciAddress", event.getString("pciAddress"));
      fields.put("memoryUsed", event.getLong("memoryUsed"));
      fields.put("busyPercent", Math.round(100 * event.getFloat("busy")));
      seen.complete(fields);
    }
  }
}
