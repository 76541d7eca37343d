// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.live;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.export.AggregationTemporalitySelector;
import io.opentelemetry.sdk.metrics.export.CollectionRegistration;
import io.opentelemetry.sdk.metrics.export.MetricProducer;
import io.opentelemetry.sdk.metrics.export.MetricReader;
import io.opentelemetry.sdk.resources.Resource;
import java.util.Collection;
import java.util.List;

/**
 * Leads the metrics of a meter provider of ours into the SDK's. An SDK that configures itself hands
 * out its own meter provider only through an internal class, whose absence in another version would
 * break the application's telemetry.
 */
public final class MetricTap implements MetricReader, MetricProducer {
  private volatile CollectionRegistration registration = CollectionRegistration.noop();
  private volatile AggregationTemporalitySelector temporality =
      AggregationTemporalitySelector.alwaysCumulative();

  /** Leads nothing before it is registered with both. */
  public MetricTap() {}

  /** The metrics are as this one wants them: the exporter, where there is one only. */
  public void temporality(AggregationTemporalitySelector wanted) {
    temporality = wanted;
  }

  @Override
  public void register(CollectionRegistration source) {
    registration = source;
  }

  @Override
  public Collection<MetricData> produce(Resource resource) {
    Collection<MetricData> all = registration.collectAllMetrics();
    return all == null ? List.of() : all;
  }

  @Override
  public AggregationTemporality getAggregationTemporality(InstrumentType instrument) {
    return temporality.getAggregationTemporality(instrument);
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
