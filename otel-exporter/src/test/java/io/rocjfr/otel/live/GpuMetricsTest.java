// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.rocjfr.ActivityKind;
import io.rocjfr.otel.span.Activity;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What a scrape says, through the SDK. */
class GpuMetricsTest {
  private final LiveExport export =
      new LiveExport(
          SpanExporter.composite(),
          Resource.empty(),
          LiveOptions.DEFAULT,
          Sampler.alwaysOn(),
          null);

  private final TestReader scrape = TestReader.cumulative();
  private final Runnable end =
      GpuMetrics.register(export, SdkMeterProvider.builder().registerMetricReader(scrape).build());

  private Map<String, MetricData> collect() {
    return scrape.collect().stream()
        .collect(Collectors.toMap(MetricData::getName, Function.identity()));
  }

  private void kernel(String name, long nanos) {
    Activity kernel = new Activity();
    kernel.kind = ActivityKind.KERNEL_DISPATCH;
    kernel.kernel = name;
    kernel.begin = 1000;
    kernel.end = 1000 + nanos;
    kernel.device = 0;
    export.use().add(kernel);
  }

  @Test
  void whatWasNotLostIsZero() {
    List<LongPointData> lost =
        List.copyOf(collect().get("rocjfr.records.lost").getLongSumData().getPoints());
    assertThat(lost).extracting(LongPointData::getValue).hasSize(5).containsOnly(0L);
    assertThat(lost)
        .extracting(point -> point.getAttributes().get(AttributeKey.stringKey("cause")))
        .containsExactlyInAnyOrder(
            "HipApi/ringFull",
            "HipOps/ringFull",
            "OpenClApi/ringFull",
            "OpenClOps/ringFull",
            "Roctx/ringFull");
  }

  @Test
  void timesAreSeconds() {
    kernel("gemm", 1_500_000_000);
    kernel("gemm", 500_000_000);
    MetricData time = collect().get("rocjfr.gpu.kernel.time");
    assertThat(time.getUnit()).isEqualTo("s");
    assertThat(time.getDoubleSumData().getPoints())
        .extracting(DoublePointData::getValue)
        .containsExactly(2.0);
    HistogramPointData gemm =
        collect()
            .get("rocjfr.gpu.kernel.duration")
            .getHistogramData()
            .getPoints()
            .iterator()
            .next();
    assertThat(gemm.getCount()).isEqualTo(2);
    assertThat(gemm.getSum()).isEqualTo(2.0);
    assertThat(gemm.getMax()).isEqualTo(1.5);
  }

  /** As OpenCL's queues without profiling leave them. */
  @Test
  void aKernelWithoutTimesIsInNoHistogram() {
    Activity untimed = new Activity();
    untimed.kind = ActivityKind.KERNEL_DISPATCH;
    untimed.openCl = true;
    untimed.kernel = "scale";
    untimed.begin = 1000;
    untimed.end = 1000;
    untimed.device = 0;
    export.use().add(untimed);
    Map<String, MetricData> metrics = collect();
    assertThat(metrics).doesNotContainKey("rocjfr.gpu.kernel.duration");
    assertThat(metrics.get("rocjfr.gpu.kernels").getLongSumData().getPoints())
        .extracting(LongPointData::getValue)
        .containsExactly(1L);
  }

  /** Generated names, as of templates, do not make series without end. */
  @Test
  void theNamesOfKernelsAreBounded() {
    for (int i = 0; i < 1000; i++) {
      kernel("kernel" + i, 1000);
    }
    Map<String, Long> counts =
        collect().get("rocjfr.gpu.kernel.duration").getHistogramData().getPoints().stream()
            .collect(
                Collectors.toMap(
                    point -> point.getAttributes().get(KernelTimes.KERNEL),
                    HistogramPointData::getCount));
    assertThat(counts).hasSize(KernelTimes.MAX_NAMES + 1);
    assertThat(counts).containsEntry("kernel0", 1L).containsEntry(KernelTimes.OTHER, 800L);
  }

  @Test
  void endsWhenItIsClosed() {
    assertThat(collect()).containsKey("rocjfr.activities");
    end.run();
    assertThat(collect()).doesNotContainKey("rocjfr.activities");
  }
}
