// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.rocjfr.figures.Bound;
import io.rocjfr.figures.GpuKey;
import io.rocjfr.figures.GpuPart;
import io.rocjfr.figures.HostPart;
import io.rocjfr.figures.Units;
import io.rocjfr.figures.WhereTimeWent;
import io.rocjfr.recording.TextOutput;
import io.rocjfr.recording.TextOutput.Style;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Where the recorded time went, for people and for programs. */
final class TimeReport {
  /** More threads are in the JSON. */
  private static final int THREADS = 5;

  private final WhereTimeWent went;

  TimeReport(WhereTimeWent went) {
    this.went = went;
  }

  /**
   * Prints the verdict in one sentence; nothing where there is nothing to judge: then it is false.
   *
   * @param rest what follows it
   * @param width of lines
   */
  boolean printSentence(TextOutput out, String rest, int width) {
    if (went.isEmpty()) {
      return false;
    }
    StringBuilder line = new StringBuilder();
    for (String word : (went.sentence() + rest).split(" ", -1)) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
        out.println(Style.BOLD, line.toString(), "");
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    out.println(Style.BOLD, line.toString(), "");
    return true;
  }

  /** Prints the parts of the program, of those threads that called most, and of the GPUs. */
  void print(TextOutput out) {
    if (went.isEmpty()) {
      return;
    }
    TextReport.title(
        out, "Where the time went", "shares of " + Units.duration(went.recordedNanos()));
    Map<String, Map<HostPart, Long>> threads = went.threads();
    if (!threads.isEmpty()) {
      Set<HostPart> parts = EnumSet.noneOf(HostPart.class);
      parts.addAll(went.program().keySet());
      threads.values().stream().limit(THREADS).forEach(thread -> parts.addAll(thread.keySet()));
      TextTable table = new TextTable(titles("Thread", parts, HostPart::title));
      table.add(cells("all threads", parts, went.program()));
      threads.entrySet().stream()
          .limit(THREADS)
          .forEach(thread -> table.add(cells(thread.getKey(), parts, thread.getValue())));
      table.lines().forEach(out::println);
      if (threads.size() > THREADS) {
        out.println(
            "  and "
                + Units.count(threads.size() - THREADS, "more thread", "more threads")
                + " (--json has all)");
      }
    }
    Map<GpuKey, Map<GpuPart, Long>> gpus = went.gpus();
    if (!gpus.isEmpty()) {
      Set<GpuPart> parts = EnumSet.noneOf(GpuPart.class);
      gpus.values().forEach(gpu -> parts.addAll(gpu.keySet()));
      TextTable table = new TextTable(titles("GPU", parts, TimeReport::title));
      gpus.forEach((gpu, nanos) -> table.add(cells(gpu.label(), parts, nanos)));
      table.lines().forEach(out::println);
    }
  }

  private static String title(GpuPart part) {
    return part.label().substring(0, 1).toUpperCase(Locale.ROOT) + part.label().substring(1);
  }

  private static <P> String[] titles(String first, Set<P> parts, Function<P, String> title) {
    List<String> titles = new ArrayList<>(List.of(first));
    parts.forEach(part -> titles.add(title.apply(part)));
    return titles.toArray(String[]::new);
  }

  private <P> String[] cells(String first, Set<P> parts, Map<P, Long> nanos) {
    List<String> cells = new ArrayList<>(List.of(first));
    parts.forEach(
        part -> cells.add(TextReport.share(nanos.getOrDefault(part, 0L), went.recordedNanos())));
    return cells.toArray(String[]::new);
  }

  /** Writes the object {@code time}. */
  void write(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("time");
    json.writeNumberField("recordedNs", went.recordedNanos());
    Bound bound = went.bound();
    if (bound != null) {
      json.writeStringField("bound", bound.id());
    }
    json.writeStringField("sentence", went.sentence());
    json.writeObjectFieldStart("bounds");
    for (Map.Entry<Bound, Long> one : went.bounds().entrySet()) {
      json.writeNumberField(one.getKey().id() + "Ns", one.getValue());
    }
    json.writeEndObject();
    json.writeObjectFieldStart("program");
    writeParts(json, went.program());
    json.writeEndObject();
    json.writeArrayFieldStart("threads");
    for (Map.Entry<String, Map<HostPart, Long>> thread : went.threads().entrySet()) {
      json.writeStartObject();
      json.writeStringField("thread", thread.getKey());
      writeParts(json, thread.getValue());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("gpus");
    for (Map.Entry<GpuKey, Map<GpuPart, Long>> gpu : went.gpus().entrySet()) {
      json.writeStartObject();
      json.writeStringField("gpu", gpu.getKey().label());
      for (Map.Entry<GpuPart, Long> part : gpu.getValue().entrySet()) {
        json.writeNumberField(part.getKey().id() + "Ns", part.getValue());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void writeParts(JsonGenerator json, Map<HostPart, Long> parts) throws IOException {
    for (Map.Entry<HostPart, Long> part : parts.entrySet()) {
      json.writeNumberField(part.getKey().id() + "Ns", part.getValue());
    }
  }
}
