// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.live;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableDoubleMeasurement;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import io.rocjfr.GpuReading;
import io.rocjfr.GpuTelemetry;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Publishes what the machine's GPUs say of themselves, by OpenTelemetry's conventions for hardware.
 * A driver may wait for its device: so a thread of ours reads, and a scrape goes without where that
 * takes longer than a second.
 */
final class TelemetryMetrics {
  private static final AttributeKey<String> HW_ID = AttributeKey.stringKey("hw.id");
  private static final AttributeKey<String> HW_TYPE = AttributeKey.stringKey("hw.type");
  private static final AttributeKey<String> HW_VENDOR = AttributeKey.stringKey("hw.vendor");
  private static final AttributeKey<String> HW_PARENT = AttributeKey.stringKey("hw.parent");
  private static final AttributeKey<String> LOCATION = AttributeKey.stringKey("hw.sensor_location");
  private static final AttributeKey<String> CLOCK = AttributeKey.stringKey("clock");
  private static final int WAIT_SECONDS = 1;
  private static final int IDLE_SECONDS = 10;

  private final GpuTelemetry gpus;
  private final ExecutorService reader =
      new ThreadPoolExecutor(
          0, 1, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), TelemetryMetrics::thread);

  private final ObservableDoubleMeasurement utilization;
  private final ObservableLongMeasurement usage;
  private final ObservableLongMeasurement limit;
  private final ObservableDoubleMeasurement memoryUtilization;
  private final ObservableDoubleMeasurement power;
  private final ObservableDoubleMeasurement temperature;
  private final ObservableLongMeasurement clock;

  private TelemetryMetrics(Meter meter, GpuTelemetry gpus) {
    this.gpus = gpus;
    utilization = gauge(meter, "hw.gpu.utilization", "1", "Share of time in which the GPU worked");
    usage = bytes(meter, "hw.gpu.memory.usage", "GPU memory that all processes use");
    limit = bytes(meter, "hw.gpu.memory.limit", "GPU memory");
    memoryUtilization =
        gauge(meter, "hw.gpu.memory.utilization", "1", "Fraction of GPU memory in use");
    power = gauge(meter, "hw.power", "W", "Power that the GPU takes");
    temperature = gauge(meter, "hw.temperature", "Cel", "Temperature, by sensor");
    clock =
        meter
            .gaugeBuilder("rocjfr.gpu.clock")
            .ofLongs()
            .setUnit("Hz")
            .setDescription("Current clock rates of the GPU's cores and memory")
            .buildObserver();
  }

  /**
   * Publishes them there; they are read when the SDK collects.
   *
   * @return ends it
   */
  static AutoCloseable register(Meter meter, GpuTelemetry gpus) {
    TelemetryMetrics metrics = new TelemetryMetrics(meter, gpus);
    AutoCloseable callback =
        meter.batchCallback(
            metrics::observe,
            metrics.utilization,
            metrics.usage,
            metrics.limit,
            metrics.memoryUtilization,
            metrics.power,
            metrics.temperature,
            metrics.clock);
    return () -> {
      callback.close();
      metrics.reader.shutdown();
    };
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(null, work, "rocjfr-telemetry", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null); // nothing of the application is held
    return thread;
  }

  private static ObservableDoubleMeasurement gauge(
      Meter meter, String name, String unit, String description) {
    return meter.gaugeBuilder(name).setUnit(unit).setDescription(description).buildObserver();
  }

  private static ObservableLongMeasurement bytes(Meter meter, String name, String description) {
    return meter
        .upDownCounterBuilder(name)
        .setUnit("By")
        .setDescription(description)
        .buildObserver();
  }

  private List<GpuReading> read() {
    try {
      return reader.submit(gpus::read).get(WAIT_SECONDS, TimeUnit.SECONDS);
    } catch (RejectedExecutionException | ExecutionException | TimeoutException e) {
      return List.of(); // It still reads for an earlier scrape; or the next one will say it.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }

  private void observe() {
    for (GpuReading gpu : read()) {
      Attributes of = Attributes.of(HW_ID, gpu.pciAddress(), HW_TYPE, "gpu", HW_VENDOR, "AMD");
      record(utilization, gpu.busy(), of);
      record(usage, gpu.memoryUsed(), of);
      record(limit, gpu.memoryTotal(), of);
      if (gpu.memoryUsed() >= 0 && gpu.memoryTotal() > 0) {
        memoryUtilization.record((double) gpu.memoryUsed() / gpu.memoryTotal(), of);
      }
      record(power, gpu.power(), of);
      temperature(gpu, "edge", gpu.edgeTemperature());
      temperature(gpu, "junction", gpu.junctionTemperature());
      temperature(gpu, "memory", gpu.memoryTemperature());
      record(clock, gpu.graphicsClock(), of.toBuilder().put(CLOCK, "graphics").build());
      record(clock, gpu.memoryClock(), of.toBuilder().put(CLOCK, "memory").build());
    }
  }

  private void temperature(GpuReading gpu, String place, double degrees) {
    record(
        temperature,
        degrees,
        Attributes.of(
            HW_ID,
            gpu.pciAddress() + "/" + place,
            HW_PARENT,
            gpu.pciAddress(),
            HW_TYPE,
            "temperature",
            LOCATION,
            place));
  }

  /** What is not told is not said. */
  private static void record(ObservableDoubleMeasurement into, double value, Attributes of) {
    if (!Double.isNaN(value)) {
      into.record(value, of);
    }
  }

  private static void record(ObservableLongMeasurement into, long value, Attributes of) {
    if (value >= 0) {
      into.record(value, of);
    }
  }
}
