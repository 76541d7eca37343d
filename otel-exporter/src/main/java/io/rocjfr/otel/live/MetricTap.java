// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.live;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.export.MemoryMode;
import io.opentelemetry.sdk.metrics.Aggregation;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.export.CollectionRegistration;
import io.opentelemetry.sdk.metrics.export.MetricReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * A reader of the SDK's, which reads a meter provider of ours beside the SDK's. An SDK that
 * configures itself hands out its own meter provider only through an internal class, whose absence
 * in another version would break the application's telemetry. Each reader has a tap of its own:
 * what one reads as differences since its last look is not missing from another.
 */
public final class MetricTap implements MetricReader {
  private final MetricReader reader;
  private final Own own = new Own();

  /** In place of a reader, which does what it did before. */
  public MetricTap(MetricReader reader) {
    this.reader = reader;
  }

  /** What is to be registered with our meter provider. */
  public MetricReader own() {
    return own;
  }

  /** Takes what the SDK's reader wants of our meter provider. */
  private final class Own implements MetricReader {
    private volatile CollectionRegistration registration = CollectionRegistration.noop();

    private Collection<MetricData> collect() {
      Collection<MetricData> all = registration.collectAllMetrics();
      return all == null ? List.of() : all;
    }

    @Override
    public void register(CollectionRegistration source) {
      registration = source;
    }

    @Override
    public AggregationTemporality getAggregationTemporality(InstrumentType instrument) {
      return reader.getAggregationTemporality(instrument);
    }

    @Override
    public Aggregation getDefaultAggregation(InstrumentType instrument) {
      return reader.getDefaultAggregation(instrument);
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

  @Override
  public void register(CollectionRegistration source) {
    reader.register(
        new CollectionRegistration() {
          @Override
          public Collection<MetricData> collectAllMetrics() {
            List<MetricData> all = new ArrayList<>(source.collectAllMetrics());
            all.addAll(own.collect());
            return all;
          }
        });
  }

  @Override
  public AggregationTemporality getAggregationTemporality(InstrumentType instrument) {
    return reader.getAggregationTemporality(instrument);
  }

  @Override
  public Aggregation getDefaultAggregation(InstrumentType instrument) {
    return reader.getDefaultAggregation(instrument);
  }

  @Override
  public MemoryMode getMemoryMode() {
    return reader.getMemoryMode();
  }

  @Override
  public CompletableResultCode forceFlush() {
    return reader.forceFlush();
  }

  @Override
  public CompletableResultCode shutdown() {
    return reader.shutdown();
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }

  @Override
  public String toString() {
    return "rocjfr beside " + reader;
  }
}
