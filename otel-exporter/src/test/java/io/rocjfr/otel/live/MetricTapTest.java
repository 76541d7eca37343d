// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Several readers of one SDK, each with a temporality of its own. */
class MetricTapTest {
  private final TestReader cumulative = TestReader.cumulative();
  private final TestReader delta = TestReader.delta();
  private final MetricTap one = new MetricTap(cumulative);
  private final MetricTap other = new MetricTap(delta);

  /** The application's, and ours. */
  private final SdkMeterProvider theirs =
      SdkMeterProvider.builder().registerMetricReader(one).registerMetricReader(other).build();

  private final SdkMeterProvider ours =
      SdkMeterProvider.builder()
          .registerMetricReader(one.own())
          .registerMetricReader(other.own())
          .build();

  private static LongPointData point(TestReader reader, String name, AggregationTemporality is) {
    List<MetricData> named =
        reader.collect().stream().filter(metric -> metric.getName().equals(name)).toList();
    assertThat(named).hasSize(1);
    assertThat(named.get(0).getLongSumData().getAggregationTemporality()).isEqualTo(is);
    return named.get(0).getLongSumData().getPoints().iterator().next();
  }

  @Test
  void noneTakesFromAnother() {
    LongCounter counter = ours.get("io.rocjfr").counterBuilder("ours").build();
    theirs.get("application").counterBuilder("theirs").build().add(1);
    counter.add(3);
    assertThat(point(delta, "ours", AggregationTemporality.DELTA).getValue()).isEqualTo(3);
    assertThat(point(cumulative, "ours", AggregationTemporality.CUMULATIVE).getValue())
        .isEqualTo(3);
    counter.add(4);
    assertThat(point(cumulative, "ours", AggregationTemporality.CUMULATIVE).getValue())
        .isEqualTo(7);
    assertThat(point(delta, "ours", AggregationTemporality.DELTA).getValue()).isEqualTo(4);
    assertThat(point(cumulative, "theirs", AggregationTemporality.CUMULATIVE).getValue())
        .isEqualTo(1);
  }

  @Test
  void theReaderEndsAsBefore() {
    assertThat(theirs.forceFlush().isSuccess()).isTrue();
    assertThat(theirs.shutdown().isSuccess()).isTrue();
  }
}
