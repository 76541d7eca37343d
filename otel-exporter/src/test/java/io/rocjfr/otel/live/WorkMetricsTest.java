// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
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
  private Map<Integer, Map<String, Long>> byDevice = Map.of();

  private Map<String, MetricData> collect() {
    return scrape.collect().stream()
        .collect(Collectors.toMap(MetricData::getName, Function.identity()));
  }

  private void register() {
    WorkMetrics.register(
        SdkMeterProvider.builder().registerMetricReader(scrape).build().get("test"),
        () -> work,
        () -> byDevice);
  }

  private static Map<String, Long> of(long openCl) {
    return Map.of(
        "busy",
        3L,
        "finished",
        5L,
        "unasked",
        5L,
        "openCl",
        openCl,
        "submitted",
        100L,
        "reported",
        96L,
        "givenUp",
        4L);
  }

  private static Map<String, Long> pieces(long busy, long finished, long unasked) {
    return Map.of("busy", busy, "finished", finished, "unasked", unasked);
  }

  /** By device and state, the device "" where none is told. */
  private Map<String, Long> pending() {
    return collect().get("rocjfr.work.pending").getLongSumData().getPoints().stream()
        .collect(
            Collectors.toMap(
                point -> {
                  Attributes of = point.getAttributes();
                  String device = of.get(AttributeKey.stringKey("hw.id"));
                  assertThat(of.get(AttributeKey.stringKey("hw.type")))
                      .isEqualTo(device == null ? null : "gpu");
                  return (device == null ? "" : device)
                      + "/"
                      + of.get(AttributeKey.stringKey("state"));
                },
                LongPointData::getValue));
  }

  @Test
  void whatIsNotKnownIsAbsent() {
    register();
    assertThat(collect()).isEmpty();
  }

  @Test
  void whatIsPendingIsToldByStateAndDevice() {
    work = of(2);
    byDevice = Map.of(0, pieces(3, 1, 0), 1, pieces(0, 4, 0), -1, pieces(0, 0, 5));
    register();
    Map<String, MetricData> metrics = collect();
    assertThat(metrics.get("rocjfr.work.submitted").getLongSumData().getPoints())
        .extracting(LongPointData::getValue)
        .containsExactly(100L);
    assertThat(metrics.get("rocjfr.work.reported").getLongSumData().getPoints())
        .extracting(LongPointData::getValue)
        .containsExactly(96L);
    assertThat(metrics.get("rocjfr.work.given_up").getLongSumData().getPoints())
        .extracting(LongPointData::getValue)
        .containsExactly(4L);
    assertThat(pending())
        .isEqualTo(
            Map.of(
                "0/busy", 3L,
                "0/finished", 1L,
                "0/unasked", 0L,
                "1/busy", 0L,
                "1/finished", 4L,
                "1/unasked", 0L,
                "/busy", 0L,
                "/finished", 0L,
                "/unasked", 5L,
                "/openCl", 2L));
  }

  @Test
  void aDeviceStaysWhenItHasNothingPendingAnyMore() {
    work = of(0);
    register();
    assertThat(pending().keySet())
        .containsExactlyInAnyOrder("/busy", "/finished", "/unasked", "/openCl");
    byDevice = Map.of(1, pieces(7, 0, 0));
    assertThat(pending()).containsEntry("1/busy", 7L);
    byDevice = Map.of();
    assertThat(pending()).containsEntry("1/busy", 0L).doesNotContainKey("0/busy");
  }
}
