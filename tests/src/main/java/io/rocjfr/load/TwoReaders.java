// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigProperties;
import io.opentelemetry.sdk.autoconfigure.spi.metrics.ConfigurableMetricExporterProvider;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.export.MetricExporter;
import io.rocjfr.Rocjfr;
import io.rocjfr.Roctx;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.TimeUnit;

/**
 * An SDK that configures itself with two exporters of metrics, {@code two-delta} and {@code
 * two-cumulative}, which print how many activities there were: twice ten.
 */
public final class TwoReaders {
  private static final int MARKS = 10;

  private TwoReaders() {}

  /** Takes nothing. */
  public static void main(String[] arguments) {
    OpenTelemetrySdk sdk =
        AutoConfiguredOpenTelemetrySdk.builder()
            .disableShutdownHook()
            .build()
            .getOpenTelemetrySdk();
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < MARKS; i++) {
        Roctx.mark("one");
      }
      System.out.println("flushed " + Rocjfr.flush(Duration.ofMinutes(10)));
      sdk.getSdkMeterProvider().forceFlush().join(10, TimeUnit.MINUTES);
    }
    sdk.close();
  }

  private record Printing(AggregationTemporality temporality) implements MetricExporter {
    @Override
    public CompletableResultCode export(Collection<MetricData> metrics) {
      for (MetricData metric : metrics) {
        if (metric.getName().equals("rocjfr.activities")) {
          for (LongPointData point : metric.getLongSumData().getPoints()) {
            System.out.println(
                temporality
                    + " read "
                    + metric.getLongSumData().getAggregationTemporality()
                    + " "
                    + point.getValue());
          }
        }
      }
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode flush() {
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public AggregationTemporality getAggregationTemporality(InstrumentType instrument) {
      return temporality;
    }
  }

  /** For the SDK. */
  public static final class Delta implements ConfigurableMetricExporterProvider {
    @Override
    public MetricExporter createExporter(ConfigProperties config) {
      return new Printing(AggregationTemporality.DELTA);
    }

    @Override
    public String getName() {
      return "two-delta";
    }
  }

  /** For the SDK. */
  public static final class Cumulative implements ConfigurableMetricExporterProvider {
    @Override
    public MetricExporter createExporter(ConfigProperties config) {
      return new Printing(AggregationTemporality.CUMULATIVE);
    }

    @Override
    public String getName() {
      return "two-cumulative";
    }
  }
}
