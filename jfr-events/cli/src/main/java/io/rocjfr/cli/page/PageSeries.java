// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.page;

import com.fasterxml.jackson.core.JsonGenerator;
import io.rocjfr.recording.Fields;
import io.rocjfr.schema.Field;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import jdk.jfr.consumer.RecordedEvent;

/**
 * What was measured now and then: this program's GPU memory, and what the GPUs said of themselves.
 * In bounded memory: of two neighbouring values the greater one stays.
 */
public final class PageSeries {
  private static final int MOST_POINTS = 2_048;

  /** One line of a chart; in the order of time once that was asked for. */
  private static final class Line {
    private long[] times = new long[64];
    private double[] values = new double[64];
    private int size;
    private long lastTime = Long.MIN_VALUE;
    private double last;

    /** What the last event says was the most, of which no point may be; -1 if it does not say. */
    private long peak;

    void add(long time, double value, long peakThen) {
      if (time >= lastTime) {
        lastTime = time;
        last = value;
        peak = peakThen;
      }
      if (size == times.length) {
        if (size >= MOST_POINTS) {
          halve();
        } else {
          times = Arrays.copyOf(times, 2 * size);
          values = Arrays.copyOf(values, 2 * size);
        }
      }
      times[size] = time;
      values[size++] = value;
    }

    private void halve() {
      sort();
      for (int i = 0; i < size / 2; i++) {
        int greater = values[2 * i + 1] > values[2 * i] ? 2 * i + 1 : 2 * i;
        times[i] = times[greater];
        values[i] = values[greater];
      }
      size /= 2;
    }

    /** Events lie in a file as their threads wrote them. */
    void sort() {
      int[] order =
          IntStream.range(0, size)
              .boxed()
              .sorted((a, b) -> Long.compare(times[a], times[b]))
              .mapToInt(Integer::intValue)
              .toArray();
      times = copy(order, times);
      values =
          Arrays.copyOf(Arrays.stream(order).mapToDouble(i -> values[i]).toArray(), times.length);
    }

    private static long[] copy(int[] order, long[] from) {
      return Arrays.copyOf(Arrays.stream(order).mapToLong(i -> from[i]).toArray(), from.length);
    }
  }

  /** A chart's lines by their names; its unit stands before the first. */
  private record Chart(String unit, Map<String, Line> lines) {}

  private final Map<String, Chart> charts = new LinkedHashMap<>();
  private long begin = Long.MAX_VALUE;
  private long end = Long.MIN_VALUE;
  private String file = "";

  /**
   * To be called before the events of each recording, with what tells it from others or nothing.
   */
  public void beginFile(String name) {
    file = name.isEmpty() ? "" : name + ": ";
  }

  /** Keeps what an event says, if it is of one of these kinds. */
  public void add(RecordedEvent event) {
    switch (Fields.kind(event)) {
      case GPU_MEMORY -> {
        String of = file + gpu(event) + Fields.text(event, Field.KIND, "");
        long peak = Fields.number(event, Field.PEAK_BYTES, -1);
        String chart = "GPU memory of this program, allocated and not freed";
        add(event, chart, "bytes", of, Field.ALLOCATED_BYTES, peak);
      }
      case GPU_TELEMETRY -> {
        String of = file + gpu(event).strip();
        add(event, "Busy, according to the driver", "share", of, Field.BUSY);
        add(event, "Memory used, by all processes", "bytes", of, Field.MEMORY_USED);
        add(event, "Power", "W", of, Field.POWER);
        add(event, "Temperature", "°C", of + " edge", Field.EDGE_TEMPERATURE);
        add(event, "Temperature", "°C", of + " junction", Field.JUNCTION_TEMPERATURE);
        add(event, "Temperature", "°C", of + " memory", Field.MEMORY_TEMPERATURE);
        add(event, "Clock", "Hz", of + " graphics", Field.GRAPHICS_CLOCK);
        add(event, "Clock", "Hz", of + " memory", Field.MEMORY_CLOCK);
      }
      default -> {
        // Nothing that was measured.
      }
    }
  }

  /** HIP's ordinal where that is known; memory of the host and of OpenCL may have none. */
  private static String gpu(RecordedEvent event) {
    long device = Fields.number(event, Field.DEVICE, -1);
    String place = Fields.text(event, Field.PCI_ADDRESS, "");
    return device >= 0 ? "GPU " + device + " " : place.isEmpty() ? "" : place + " ";
  }

  private void add(
      RecordedEvent event, String chart, String unit, String line, Field<? extends Number> field) {
    add(event, chart, unit, line, field, -1);
  }

  private void add(
      RecordedEvent event,
      String chart,
      String unit,
      String line,
      Field<? extends Number> field,
      long peak) {
    double number = Fields.measured(event, field);
    if (Double.isNaN(number)) {
      return;
    }
    long time = Fields.begin(event);
    begin = Math.min(begin, time);
    end = Math.max(end, time);
    charts
        .computeIfAbsent(chart, title -> new Chart(unit, new TreeMap<>()))
        .lines()
        .computeIfAbsent(line, name -> new Line())
        .add(time, number, peak);
  }

  /**
   * Writes the charts.
   *
   * @param zero what times are counted from, in nanoseconds of the epoch
   */
  public void write(JsonGenerator json, long zero) throws IOException {
    long from = zero == 0 && begin <= end ? begin : zero;
    json.writeObjectFieldStart("series");
    json.writeNumberField("begin", begin > end ? 0 : begin - from);
    json.writeNumberField("end", begin > end ? 0 : end - from);
    json.writeArrayFieldStart("charts");
    for (Map.Entry<String, Chart> chart : charts.entrySet()) {
      json.writeStartObject();
      json.writeStringField("title", chart.getKey());
      json.writeStringField("unit", chart.getValue().unit());
      json.writeArrayFieldStart("lines");
      for (Map.Entry<String, Line> line : chart.getValue().lines().entrySet()) {
        writeLine(json, line.getKey(), line.getValue(), from);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void writeLine(JsonGenerator json, String name, Line line, long from)
      throws IOException {
    line.sort();
    json.writeStartObject();
    json.writeStringField("name", name.isEmpty() ? "all" : name.strip());
    json.writeNumberField("last", line.last);
    if (line.peak >= 0) {
      json.writeNumberField("peak", line.peak);
    }
    json.writeArrayFieldStart("points");
    for (int i = 0; i < line.size; i++) {
      json.writeStartArray();
      json.writeNumber(line.times[i] - from);
      json.writeNumber(line.values[i]);
      json.writeEndArray();
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
