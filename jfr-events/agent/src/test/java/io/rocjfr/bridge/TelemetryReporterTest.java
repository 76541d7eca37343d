// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.GpuTelemetry;
import io.rocjfr.agent.Harness;
import io.rocjfr.event.GpuTelemetryEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of the GPUs' own words. */
class TelemetryReporterTest {
  @TempDir private Path sys;

  private void gpu(int card, String place, int node, String busy) throws IOException {
    Path device = Files.createDirectories(sys.resolve("devices/" + place));
    Files.createSymbolicLink(
        Files.createDirectories(sys.resolve("class/drm/card" + card)).resolve("device"), device);
    Files.writeString(device.resolve("vendor"), "0x1002\n");
    Files.writeString(device.resolve("gpu_busy_percent"), busy);
    Path properties = sys.resolve("class/kfd/kfd/topology/nodes/" + node + "/properties");
    Files.createDirectories(properties.getParent());
    int bus = Integer.parseInt(place.substring(5, 7), 16);
    Files.writeString(properties, "simd_count 8\ndomain 0\nlocation_id " + (bus << 8) + "\n");
  }

  @Test
  void devicesHaveTheNumbersThatWorkHas() throws IOException {
    gpu(0, "0000:03:00.0", 4, "50\n");
    gpu(1, "0000:c3:00.0", 7, "100\n");
    FakeTracer tracer = new FakeTracer();
    tracer.devices = agent -> agent == 4 ? 1 : agent == 7 ? 0 : -1;
    TelemetryReporter reporter = new TelemetryReporter(tracer, GpuTelemetry.of(sys), Runnable::run);
    try (Recording recording = new Recording()) {
      recording.enable(GpuTelemetryEvent.class).with("period", "1 h");
      recording.start();
      reporter.run();
      recording.stop();
      List<RecordedEvent> events = Harness.events(recording, "GpuTelemetry");
      assertThat(events)
          .extracting(e -> e.getString("pciAddress"))
          .containsExactly("0000:03:00.0", "0000:c3:00.0");
      assertThat(events).extracting(e -> e.getInt("agentId")).containsExactly(4, 7);
      assertThat(events).extracting(e -> e.getInt("device")).containsExactly(1, 0);
      assertThat(events).extracting(e -> e.getFloat("busy")).containsExactly(0.5f, 1f);
      assertThat(events.get(0).getFloat("power")).isNaN();
      assertThat(events.get(0).getLong("memoryUsed")).isEqualTo(-1);
    }
  }
}
