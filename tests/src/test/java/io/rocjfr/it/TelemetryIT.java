// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Collector;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Telemetry of a machine whose /sys the test makes up, in which the software GPU is one of two:
 * HIP's device is told from the other by where it is on the PCI bus.
 */
class TelemetryIT {
  /** Where the software GPU says that it is, and its driver node. */
  private static final int BUS = 3;

  private static final int NODE = 1;

  @TempDir Path folder;
  @TempDir Path out;

  private void gpu(int card, int node, int bus, String busy, long used) throws IOException {
    String place = String.format("0000:%02x:00.0", bus);
    Path device = Files.createDirectories(folder.resolve("devices/" + place));
    Path drm = Files.createDirectories(folder.resolve("class/drm/card" + card));
    Files.createSymbolicLink(drm.resolve("device"), Path.of("../../../devices/" + place));
    Files.writeString(device.resolve("vendor"), "0x1002\n");
    Files.writeString(device.resolve("gpu_busy_percent"), busy + "\n");
    Files.writeString(device.resolve("mem_info_vram_used"), used + "\n");
    Path topology = folder.resolve("class/kfd/kfd/topology/nodes/" + node);
    Files.createDirectories(topology);
    Files.writeString(
        topology.resolve("properties"), "simd_count 8\ndomain 0\nlocation_id " + (bus << 8) + "\n");
  }

  private Jvm withSys(Jvm jvm) {
    jvm.agent().withSys(folder);
    Assumptions.assumeTrue(
        jvm.run("-version").status() == 0, "this user may not mount, not even in a namespace");
    return jvm;
  }

  /** As a real collector gets it. */
  @Test
  void metricsAreExported() throws IOException {
    gpu(1, NODE, BUS, "42", 123_456_789);
    Jvm jvm = withSys(new Jvm(Jdk.JAVA_17).withOpenTelemetry());
    String metrics;
    try (Collector collector = Collector.start(out)) {
      jvm.environment("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc")
          .environment("OTEL_EXPORTER_OTLP_ENDPOINT", collector.grpc())
          .environment("OTEL_LOGS_EXPORTER", "none")
          .start("io.rocjfr.load.Traced", "mode=auto", "threads=1", "traces=20")
          .finish()
          .expectStatus(0);
      collector.finish();
      metrics = collector.metricsText();
    }
    assertThat(metrics)
        .contains("hw.gpu.utilization", "hw.gpu.memory.usage", "0.42", "123456789")
        .contains(String.format("0000:%02x:00.0", BUS));
  }

  @OnEachJdk
  void hipsDeviceIsFoundByItsPlace(Jdk jdk) throws IOException {
    gpu(0, 7, 0xc3, "99", 1);
    gpu(1, NODE, BUS, "42", 123_456_789);
    Jvm jvm = withSys(new Jvm(jdk));
    try (Program program = jvm.start("io.rocjfr.load.TelemetrySeen")) {
      Program.Finished finished = program.finish();
      assertThat(finished.status()).as(finished.toString()).isZero();
      assertThat(finished.outText())
          .contains(
              "telemetry: {\"agentId\":" + NODE,
              "\"busyPercent\":42",
              "\"device\":0",
              "\"memoryUsed\":123456789",
              String.format("\"pciAddress\":\"0000:%02x:00.0\"", BUS));
    }
  }
}
