// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class WorkMetricsTest {
  private final TestReader scrape = TestReader.cumulative();
  private Map<String, Long> work = Map.of();

  private Map<String, MetricData> collect() {
    return scrape.collect().stream()
        .collect(Collectors.toMap(MetricData::getName, Function.identity()));
  }

  private void register() {
    WorkMetrics.register(
        SdkMeterProvider.builder().registerMetricReader(scrape).build().get("test"), () -> work);
  }

  @Test
  void whatIsNotKnownIsAbsent() {
    register();
    assertThat(collect()).isEmpty();
  }

  @Test
  void whatIsPendingIsToldByState() {
    work =
        Map.of(
            "busy",
            3L,
            "finished",
            1L,
            "unasked",
            0L,
            "openCl",
            2L,
            "submitted",
            100L,
            "reported",
            96L);
    register();
    Map<String, MetricData> metrics = collect();
    assertThat(metrics.get("rocjfr.work.submitted").getLongSumData().getPoints())
        .extracting(LongPointData::getValue)
        .containsExactly(100L);
    assertThat(metrics.get("rocjfr.work.reported").getLongSumData().getPoints())
        .extracting(LongPointData::getValue)
        .containsExactly(96L);
    assertThat(
            metrics.get("rocjfr.work.pending").getLongSumData().getPoints().stream()
                .collect(
                    Collectors.toMap(
                        point -> point.getAttributes().get(AttributeKey.stringKey("state")),
                        LongPointData::getValue)))
        .isEqualTo(Map.of("busy", 3L, "finished", 1L, "unasked", 0L, "openCl", 2L));
  }
}
