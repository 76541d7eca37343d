// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On trees of files as the driver amdgpu makes them. */
class GpuTelemetryTest {
  @TempDir private Path folder;
  private SysTree sys;

  @BeforeEach
  void tree() {
    sys = new SysTree(folder);
  }

  @Test
  void allThatAGpuSays() throws IOException {
    sys.gpu(1, "0000:03:00.0")
        .file("gpu_busy_percent", "37\n")
        .file("mem_busy_percent", "12\n")
        .file("mem_info_vram_used", "1073741824\n")
        .file("mem_info_vram_total", "17163091968\n")
        .sensor("power1_average", "214000000\n")
        .labelled("temp1", "edge", "56000\n")
        .labelled("temp2", "junction", "71500\n")
        .labelled("temp3", "mem", "64000\n")
        .labelled("freq1", "sclk", "2105000000\n")
        .labelled("freq2", "mclk", "1000000000\n");
    sys.node(2, "location_id 768\ndomain 0\nsimd_count 160\n");
    assertThat(GpuTelemetry.of(folder).read())
        .containsExactly(
            new GpuReading(
                "0000:03:00.0",
                2,
                0.37,
                0.12,
                1L << 30,
                17163091968L,
                214,
                56,
                71.5,
                64,
                2105000000L,
                1000000000L));
  }

  /** Labels say what a sensor is, not its number; newer devices have no average of the power. */
  @Test
  void sensorsAreFoundByTheirLabels() throws IOException {
    sys.gpu(0, "0000:c1:00.0")
        .labelled("temp1", "junction", "80000\n")
        .labelled("temp2", "mem", "70000\n")
        .labelled("freq1", "mclk", "900000000\n")
        .sensor("power1_input", "550000000\n");
    GpuReading reading = GpuTelemetry.of(folder).read().get(0);
    assertThat(reading.junctionTemperature()).isEqualTo(80);
    assertThat(reading.memoryTemperature()).isEqualTo(70);
    assertThat(reading.edgeTemperature()).isNaN();
    assertThat(reading.memoryClock()).isEqualTo(900000000L);
    assertThat(reading.graphicsClock()).isEqualTo(-1);
    assertThat(reading.power()).isEqualTo(550);
    assertThat(reading.busy()).isNaN();
    assertThat(reading.memoryUsed()).isEqualTo(-1);
    assertThat(reading.agentId()).isEqualTo(-1);
  }

  @Test
  void theAverageOfThePowerGoesFirst() throws IOException {
    sys.gpu(0, "0000:03:00.0")
        .sensor("power1_input", "1000000\n")
        .sensor("power1_average", "2000000\n");
    assertThat(GpuTelemetry.of(folder).read().get(0).power()).isEqualTo(2);
  }

  @Test
  void severalInTheOrderOfTheirPlaces() throws IOException {
    sys.gpu(0, "0000:c3:00.0").file("gpu_busy_percent", "3");
    sys.gpu(1, "0000:03:00.0").file("gpu_busy_percent", "1");
    sys.gpu(2, "0001:03:00.0").file("gpu_busy_percent", "4");
    sys.node(1, "simd_count 0\nlocation_id 0\ndomain 0\n");
    sys.node(2, "simd_count 8\nlocation_id 49920\ndomain 0\n");
    sys.node(3, "simd_count 8\nlocation_id 768\ndomain 1\n");
    assertThat(GpuTelemetry.of(folder).read())
        .extracting(GpuReading::pciAddress, GpuReading::agentId)
        .containsExactly(
            tuple("0000:03:00.0", -1), tuple("0000:c3:00.0", 2), tuple("0001:03:00.0", 3));
  }

  /** Partitions of one device share its place: which one it is cannot be said. */
  @Test
  void nodesThatCannotBeToldApartAreNone() throws IOException {
    sys.gpu(0, "0000:03:00.0").file("gpu_busy_percent", "1");
    sys.node(1, "simd_count 8\nlocation_id 768\ndomain 0\n");
    sys.node(2, "simd_count 8\nlocation_id 268436224\ndomain 0\n");
    assertThat(GpuTelemetry.of(folder).read().get(0).agentId()).isEqualTo(-1);
  }

  @Test
  void otherDevicesAndConnectorsAreNotGpusOfAmd() throws IOException {
    sys.gpu(0, "0000:00:02.0").file("vendor", "0x8086\n").file("gpu_busy_percent", "1");
    sys.gpu(1, "0000:03:00.0").file("gpu_busy_percent", "1");
    Files.createDirectories(folder.resolve("class/drm/card1-DP-1"));
    Files.createDirectories(folder.resolve("class/drm/renderD128"));
    assertThat(GpuTelemetry.of(folder).read())
        .extracting(GpuReading::pciAddress)
        .containsExactly("0000:03:00.0");
  }

  /** A question would wake it. */
  @Test
  void whatSleepsIsNotAsked() throws IOException {
    SysTree.Gpu gpu =
        sys.gpu(0, "0000:03:00.0")
            .file("gpu_busy_percent", "1")
            .file("power/runtime_status", "suspended\n");
    GpuTelemetry telemetry = GpuTelemetry.of(folder);
    assertThat(telemetry.read()).isEmpty();
    gpu.file("power/runtime_status", "active\n");
    assertThat(telemetry.read()).hasSize(1);
  }

  @Test
  void whatIsBrokenOrGoneIsLeftOut() throws IOException {
    assertThat(GpuTelemetry.of(folder).read()).isEmpty();
    sys.gpu(0, "0000:03:00.0").file("gpu_busy_percent", "many").file("mem_info_vram_used", "5");
    sys.node(1, "simd_count eight\n");
    GpuTelemetry telemetry = GpuTelemetry.of(folder);
    List<GpuReading> readings = telemetry.read();
    assertThat(readings).hasSize(1);
    assertThat(readings.get(0).busy()).isNaN();
    assertThat(readings.get(0).memoryUsed()).isEqualTo(5);
    Files.delete(folder.resolve("devices/0000:03:00.0/mem_info_vram_used"));
    assertThat(telemetry.read()).isEmpty();
  }

  /** A device may come back under another number of its sensors, or appear at all. */
  @Test
  void devicesAreLookedForAgain() throws IOException {
    GpuTelemetry telemetry = GpuTelemetry.of(folder);
    assertThat(telemetry.read()).isEmpty();
    sys.gpu(0, "0000:03:00.0").file("gpu_busy_percent", "1");
    int readings = 1;
    while (telemetry.read().isEmpty()) {
      assertThat(readings++).isLessThan(100);
    }
  }
}
