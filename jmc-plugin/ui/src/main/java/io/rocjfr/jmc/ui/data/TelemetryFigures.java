// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import io.rocjfr.figures.Units;
import io.rocjfr.jmc.model.GpuEvents;
import io.rocjfr.jmc.model.TelemetryReading;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.openjdk.jmc.common.item.IItemCollection;

/** What one GPU of the machine said of itself, whichever processes used it. */
public final class TelemetryFigures {
  private final List<TelemetryReading> readings;

  private TelemetryFigures(List<TelemetryReading> readings) {
    this.readings = readings;
  }

  /** The GPUs by where they are on the bus. */
  public static List<TelemetryFigures> of(IItemCollection items) {
    Map<String, List<TelemetryReading>> gpus = new TreeMap<>();
    for (TelemetryReading reading : GpuEvents.telemetry(items)) {
      gpus.computeIfAbsent(reading.pciAddress(), address -> new ArrayList<>()).add(reading);
    }
    return gpus.values().stream().map(TelemetryFigures::new).toList();
  }

  /** In the order of time. */
  public List<TelemetryReading> readings() {
    return readings;
  }

  /** HIP's number where it has one, and the place on the bus. */
  public String label() {
    TelemetryReading last = readings.get(readings.size() - 1);
    return (last.device() < 0 ? "GPU" : "GPU " + last.device()) + " at " + last.pciAddress();
  }

  /** In words; what is not known is left out. */
  public String text() {
    List<String> parts = new ArrayList<>();
    if (known(TelemetryReading::busy).findAny().isPresent()) {
      parts.add(
          "busy according to its driver: "
              + Units.share(average(TelemetryReading::busy) / 100)
              + " on average, "
              + Units.share(most(TelemetryReading::busy) / 100)
              + " at most");
    }
    double used = most(TelemetryReading::memoryUsed);
    double total = most(TelemetryReading::memoryTotal);
    if (used >= 0 && total > 0) {
      parts.add(
          "memory used by all processes: at most "
              + Units.bytes(Math.round(used))
              + " of "
              + Units.bytes(Math.round(total)));
    }
    if (known(TelemetryReading::power).findAny().isPresent()) {
      parts.add(Math.round(average(TelemetryReading::power)) + " W on average");
    }
    if (known(TelemetryReading::temperature).findAny().isPresent()) {
      parts.add(Math.round(most(TelemetryReading::temperature)) + " \u00b0C at most");
    }
    return parts.isEmpty() ? "says nothing" : String.join(", ", parts);
  }

  private DoubleStream known(ToDoubleFunction<TelemetryReading> of) {
    return readings.stream().mapToDouble(of).filter(value -> !Double.isNaN(value));
  }

  private double average(ToDoubleFunction<TelemetryReading> of) {
    return known(of).average().orElse(Double.NaN);
  }

  private double most(ToDoubleFunction<TelemetryReading> of) {
    return known(of).max().orElse(Double.NaN);
  }
}
