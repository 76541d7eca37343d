// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.live;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.export.CollectionRegistration;
import io.opentelemetry.sdk.metrics.export.MetricReader;
import java.util.Collection;

/** A reader that reads when it is told to. */
public final class TestReader implements MetricReader {
  private final AggregationTemporality temporality;
  private CollectionRegistration registration = CollectionRegistration.noop();

  private TestReader(AggregationTemporality temporality) {
    this.temporality = temporality;
  }

  public static TestReader cumulative() {
    return new TestReader(AggregationTemporality.CUMULATIVE);
  }

  public static TestReader delta() {
    return new TestReader(AggregationTemporality.DELTA);
  }

  public Collection<MetricData> collect() {
    return registration.collectAllMetrics();
  }

  @Override
  public void register(CollectionRegistration source) {
    registration = source;
  }

  @Override
  public AggregationTemporality getAggregationTemporality(InstrumentType instrument) {
    return temporality;
  }

  @Override
  public CompletableResultCode forceFlush() {
    return CompletableResultCode.ofSuccess();
  }

  @Override
  public CompletableResultCode shutdown() {
    return CompletableResultCode.ofSuccess();
  }
}
