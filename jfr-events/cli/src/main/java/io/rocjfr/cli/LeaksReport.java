// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.rocjfr.figures.LiveMemory;
import io.rocjfr.figures.Units;
import io.rocjfr.recording.Fields;
import io.rocjfr.recording.TextOutput;
import java.io.IOException;
import java.util.List;

/** Which stacks hold GPU memory, as text or JSON. */
final class LeaksReport {
  private final LiveMemory live;
  private final RecordedMemory memory;

  LeaksReport(LiveMemory live, RecordedMemory memory) {
    this.live = live;
    this.memory = memory;
  }

  void text(TextOutput out, int top, int frames) {
    out.printf(
        "Live GPU memory%s: %s in %s%n",
        live.moments() == 0 ? "" : " at " + Fields.instant(live.lastNanos()),
        Units.bytes(live.bytes()),
        Units.count(live.count(), "allocation", "allocations"));
    if (live.moments() > 1) {
      out.printf(
          "Growth since %s: %s%n", Fields.instant(live.firstNanos()), signed(live.growthBytes()));
    }
    printMemory(out);
    List<LiveMemory.Held> held = live.held();
    int shown = top == 0 ? held.size() : Math.min(top, held.size());
    for (int i = 0; i < shown; i++) {
      print(out, held.get(i), frames);
    }
    if (shown < held.size()) {
      out.printf("%n%s more; --top 0 shows all%n", Units.count(held.size() - shown));
    }
  }

  private void printMemory(TextOutput out) {
    if (!memory.isKnown()) {
      return;
    }
    TextTable table =
        new TextTable("device, kind", "bytes", "count", "peak", "whole process on the device");
    long unknownFrees = 0;
    long failedFrees = 0;
    long notTracked = 0;
    for (RecordedMemory.Row row : memory.rows()) {
      table.add(
          device(row.device()) + ", " + row.kind(),
          Units.bytes(row.bytes()),
          Units.count(row.count()),
          Units.bytes(row.peakBytes()),
          row.processBytes() < 0 ? "unknown" : Units.bytes(row.processBytes()));
      unknownFrees = Math.max(unknownFrees, row.unknownFrees());
      failedFrees = Math.max(failedFrees, row.failedFrees());
      notTracked = Math.max(notTracked, row.notTracked());
    }
    out.println();
    table.lines().forEach(out::println);
    if (unknownFrees > 0) {
      out.println(
          "  "
              + Units.count(unknownFrees, "free", "frees")
              + " of memory that was allocated"
              + " before the tracking began");
    }
    if (failedFrees > 0) {
      out.println(
          "  "
              + Units.count(failedFrees, "free", "frees")
              + " failed: the memory was free already, or did not exist");
    }
    if (notTracked > 0) {
      out.println(
          "  "
              + Units.count(notTracked, "allocation", "allocations")
              + " could not be tracked and are not counted");
    }
  }

  private static String device(int device) {
    return device < 0 ? "unknown device" : "device " + device;
  }

  private void print(TextOutput out, LiveMemory.Held held, int frames) {
    LiveMemory.Site site = held.site();
    out.printf(
        "%n%s in %s%s, %s, %s, by %s; the oldest for %s%n",
        Units.bytes(held.bytes()),
        Units.count(held.count(), "allocation", "allocations"),
        live.moments() > 1 ? " (" + signed(held.growthBytes()) + ")" : "",
        device(site.device()),
        site.kind(),
        site.function(),
        Units.duration(held.oldestNanos()));
    if (site.stack() == null) {
      out.println("    no stack: the call was not sampled, or did not come from Java");
      return;
    }
    List<String> lines = site.stack().lines().toList();
    int shown = frames == 0 ? lines.size() : Math.min(frames, lines.size());
    lines.subList(0, shown).forEach(line -> out.println("    " + line));
    if (shown < lines.size()) {
      out.println("    ... " + Units.count(lines.size() - shown, "frame", "frames") + " more");
    }
  }

  private static String signed(long bytes) {
    return bytes < 0 ? "-" + Units.bytes(-bytes) : "+" + Units.bytes(bytes);
  }

  void json(TextOutput out, int top) throws IOException {
    Json.print(
        out,
        json -> {
          json.writeStartObject();
          json.writeNumberField("format", 1);
          json.writeNumberField("moments", live.moments());
          json.writeNumberField("firstEpochNs", live.firstNanos());
          json.writeNumberField("lastEpochNs", live.lastNanos());
          json.writeNumberField("bytes", live.bytes());
          json.writeNumberField("count", live.count());
          if (live.moments() > 1) {
            json.writeNumberField("growthBytes", live.growthBytes());
          } else {
            json.writeNullField("growthBytes");
          }
          long since = 0;
          long unknownFrees = 0;
          long failedFrees = 0;
          long notTracked = 0;
          for (RecordedMemory.Row row : memory.rows()) {
            since = Math.max(since, row.trackedSinceMillis());
            unknownFrees = Math.max(unknownFrees, row.unknownFrees());
            failedFrees = Math.max(failedFrees, row.failedFrees());
            notTracked = Math.max(notTracked, row.notTracked());
          }
          json.writeNumberField("trackedSinceEpochMs", since);
          json.writeNumberField("unknownFrees", unknownFrees);
          json.writeNumberField("failedFrees", failedFrees);
          json.writeNumberField("notTracked", notTracked);
          json.writeArrayFieldStart("memory");
          for (RecordedMemory.Row row : memory.rows()) {
            write(json, row);
          }
          json.writeEndArray();
          json.writeArrayFieldStart("stacks");
          List<LiveMemory.Held> held = live.held();
          for (LiveMemory.Held one :
              held.subList(0, top == 0 ? held.size() : Math.min(top, held.size()))) {
            write(json, one);
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private static void write(JsonGenerator json, RecordedMemory.Row row) throws IOException {
    json.writeStartObject();
    Json.writeIfKnown(json, "device", row.device());
    json.writeStringField("kind", row.kind());
    json.writeNumberField("bytes", row.bytes());
    json.writeNumberField("count", row.count());
    json.writeNumberField("peakBytes", row.peakBytes());
    Json.writeIfKnown(json, "processBytes", row.processBytes());
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, LiveMemory.Held held) throws IOException {
    json.writeStartObject();
    json.writeNumberField("bytes", held.bytes());
    json.writeNumberField("count", held.count());
    json.writeNumberField("growthBytes", held.growthBytes());
    json.writeNumberField("growthCount", held.growthCount());
    json.writeNumberField("oldestNs", held.oldestNanos());
    json.writeStringField("function", held.site().function());
    json.writeStringField("kind", held.site().kind());
    Json.writeIfKnown(json, "device", held.site().device());
    json.writeArrayFieldStart("frames");
    if (held.site().stack() != null) {
      for (String frame : held.site().stack().lines().toList()) {
        json.writeString(frame);
      }
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
