// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.rocjfr.GpuTelemetry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a scrape says of the machine's GPUs, through the SDK. */
class TelemetryMetricsTest {
  @TempDir private Path sys;
  private Path device;
  private final TestReader scrape = TestReader.cumulative();
  private AutoCloseable end;

  @BeforeEach
  void gpu() throws IOException {
    device = Files.createDirectories(sys.resolve("devices/0000:03:00.0"));
    Files.createSymbolicLink(
        Files.createDirectories(sys.resolve("class/drm/card0")).resolve("device"), device);
    Files.writeString(device.resolve("vendor"), "0x1002\n");
    end =
        TelemetryMetrics.register(
            SdkMeterProvider.builder().registerMetricReader(scrape).build().get("test"),
            GpuTelemetry.of(sys));
  }

  private void file(String name, String text) throws IOException {
    Files.createDirectories(device.resolve(name).getParent());
    Files.writeString(device.resolve(name), text + "\n");
  }

  private Map<String, MetricData> collect() {
    return scrape.collect().stream()
        .collect(Collectors.toMap(MetricData::getName, Function.identity()));
  }

  @Test
  void namesAndUnitsAreOfTheConventions() throws Exception {
    file("gpu_busy_percent", "40");
    file("mem_info_vram_used", "250");
    file("mem_info_vram_total", "1000");
    file("hwmon/hwmon0/name", "amdgpu");
    file("hwmon/hwmon0/power1_average", "90000000");
    file("hwmon/hwmon0/temp2_label", "junction");
    file("hwmon/hwmon0/temp2_input", "65000");
    file("hwmon/hwmon0/freq1_label", "sclk");
    file("hwmon/hwmon0/freq1_input", "2000000000");
    Map<String, MetricData> metrics = collect();
    assertThat(metrics.values())
        .extracting(metric -> metric.getName() + " " + metric.getUnit())
        .containsExactlyInAnyOrder(
            "hw.gpu.utilization 1",
            "hw.gpu.memory.usage By",
            "hw.gpu.memory.limit By",
            "hw.gpu.memory.utilization 1",
            "hw.power W",
            "hw.temperature Cel",
            "rocjfr.gpu.clock Hz");
    assertThat(gauge(metrics, "hw.gpu.utilization").getValue()).isEqualTo(0.4);
    assertThat(gauge(metrics, "hw.gpu.memory.utilization").getValue()).isEqualTo(0.25);
    assertThat(gauge(metrics, "hw.power").getValue()).isEqualTo(90);
    DoublePointData temperature = gauge(metrics, "hw.temperature");
    assertThat(temperature.getValue()).isEqualTo(65);
    assertThat(attribute(temperature, "hw.id")).isEqualTo("0000:03:00.0/junction");
    assertThat(attribute(temperature, "hw.parent")).isEqualTo("0000:03:00.0");
    assertThat(attribute(temperature, "hw.type")).isEqualTo("temperature");
    assertThat(attribute(temperature, "hw.sensor_location")).isEqualTo("junction");
    LongPointData usage =
        metrics.get("hw.gpu.memory.usage").getLongSumData().getPoints().iterator().next();
    assertThat(usage.getValue()).isEqualTo(250);
    assertThat(usage.getAttributes().get(AttributeKey.stringKey("hw.id")))
        .isEqualTo("0000:03:00.0");
    assertThat(metrics.get("hw.gpu.memory.usage").getLongSumData().isMonotonic()).isFalse();
    end.close();
    assertThat(collect()).isEmpty();
  }

  @Test
  void whatIsNotToldIsNotSaid() throws Exception {
    assertThat(collect()).isEmpty();
    end.close();
  }

  private static DoublePointData gauge(Map<String, MetricData> metrics, String name) {
    return metrics.get(name).getDoubleGaugeData().getPoints().iterator().next();
  }

  private static String attribute(DoublePointData point, String name) {
    return point.getAttributes().get(AttributeKey.stringKey(name));
  }
}
