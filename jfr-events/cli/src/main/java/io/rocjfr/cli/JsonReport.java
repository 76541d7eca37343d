// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.rocjfr.figures.Distribution;
import io.rocjfr.figures.GpuKey;
import io.rocjfr.figures.GpuUse;
import io.rocjfr.figures.RangeNode;
import io.rocjfr.figures.Unreported;
import io.rocjfr.recording.FileReport;
import io.rocjfr.recording.TextOutput;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A summary for programs. The names of the fields stay; new ones may come. Times are integers in
 * nanoseconds, instants such since the epoch, shares fractions of 1. The help of {@code summary}
 * lists the fields.
 */
final class JsonReport {
  /** Grows only when a field changes its meaning or goes. */
  static final int FORMAT = 1;

  private final Summary summary;
  private final int top;
  private final SortKey sort;

  JsonReport(Summary summary, int top, SortKey sort) {
    this.summary = summary;
    this.top = top == 0 ? Integer.MAX_VALUE : top;
    this.sort = sort;
  }

  void print(TextOutput out) throws IOException {
    Json.print(out, this::writeTo);
  }

  void writeTo(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeNumberField("format", FORMAT);
    writeFiles(json);
    writeRuntimes(json);
    json.writeNumberField("recordedNs", summary.recordedNanos());
    if (!summary.activity().isEmpty()) {
      json.writeNumberField("activityBeginEpochNs", summary.activity().begin());
      json.writeNumberField("activityEndEpochNs", summary.activity().end());
    }
    new TimeReport(summary.time()).write(json);
    writeLosses(json);
    writeDevices(json);
    writeKernels(json);
    writeCopies(json);
    writeTimes(json, "apiCalls", "function", summary.apiCalls());
    writeFailures(json);
    writeRanges(json);
    writeStartStop(json);
    writeMarks(json);
    json.writeNumberField("barriers", summary.barriers());
    json.writeEndObject();
  }

  private void writeFiles(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("files");
    for (FileReport file : summary.files()) {
      json.writeStartObject();
      json.writeStringField("file", file.file().toString());
      json.writeNumberField("bytes", file.bytes());
      json.writeNumberField("chunks", file.chunks());
      json.writeNumberField("beginEpochNs", file.beginNanos());
      json.writeNumberField("endEpochNs", file.endNanos());
      json.writeNumberField("events", file.events());
      json.writeNumberField("rocjfrEvents", file.ownEvents());
      json.writeStringField("problem", file.problem());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("overlaps");
    for (String overlap : summary.overlaps()) {
      json.writeString(overlap);
    }
    json.writeEndArray();
  }

  private void writeRuntimes(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("runtimes");
    for (TracedRuntime runtime : summary.runtimes()) {
      json.writeStartObject();
      json.writeStringField("runtime", runtime.path());
      json.writeStringField("version", runtime.version());
      json.writeStringField("hook", runtime.hook());
      Json.writeIfKnown(json, "devices", runtime.devices());
      json.writeStringField("state", runtime.state());
      json.writeStringField("otherTools", runtime.otherTools());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void writeLosses(JsonGenerator json) throws IOException {
    json.writeNumberField("lost", summary.lost());
    json.writeArrayFieldStart("losses");
    for (Map.Entry<LossCause, Long> loss : summary.losses().entrySet()) {
      json.writeStartObject();
      json.writeStringField("domain", loss.getKey().domain());
      json.writeStringField("cause", loss.getKey().cause());
      json.writeNumberField("count", loss.getValue());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeNumberField("jfrLostBytes", summary.jfrLostBytes());
    writePending(json);
    json.writeNumberField("untimed", summary.untimed());
  }

  /** What is not known is absent. */
  private void writePending(JsonGenerator json) throws IOException {
    RecordedPending pending = summary.pending();
    if (pending.isKnown()) {
      Unreported all = pending.all();
      json.writeNumberField("inFlight", all.inFlight());
      if (all.inPieces()) {
        json.writeNumberField("pendingBusy", all.busy());
        json.writeNumberField("pendingFinished", all.finished());
        json.writeNumberField("pendingUnasked", all.unasked());
      }
      json.writeNumberField("lateCalls", pending.late().calls());
    }
    if (pending.submitted() >= 0) {
      json.writeNumberField("submitted", pending.submitted());
      json.writeNumberField("reported", pending.reported());
    }
    if (pending.givenUp() >= 0) {
      json.writeNumberField("givenUp", pending.givenUp());
    }
    if (pending.isEndUnknown()) {
      json.writeBooleanField("endUnknown", true);
    }
    json.writeArrayFieldStart("notSeen");
    for (String line : summary.notSeen()) {
      json.writeString(line);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("pendingText");
    for (String line : TextReport.pendingLines(summary)) {
      json.writeString(line.strip());
    }
    json.writeEndArray();
  }

  private void writeDevices(JsonGenerator json) throws IOException {
    long recorded = summary.recordedNanos();
    json.writeArrayFieldStart("devices");
    for (Map.Entry<GpuKey, GpuUse> row : summary.devices().entrySet()) {
      GpuUse device = row.getValue();
      json.writeStartObject();
      Json.writeIfKnown(json, "device", row.getKey().device());
      if (!row.getKey().name().isEmpty()) {
        json.writeStringField("name", row.getKey().name());
      }
      Json.writeIfKnown(json, "agentId", row.getKey().agentId());
      if (!device.isUntimed()) {
        writeBusy(json, device.busyNanos(), recorded);
      }
      if (!device.isKernelTimeUnknown()) {
        json.writeNumberField("kernelNs", device.kernelNanos());
      }
      if (!device.isCopyTimeUnknown()) {
        json.writeNumberField("copyNs", device.copyNanos());
      }
      json.writeNumberField("dispatches", device.dispatches());
      json.writeNumberField("copies", device.copies());
      json.writeArrayFieldStart("queues");
      for (Map.Entry<Long, GpuUse.Queue> queue : device.queues().entrySet()) {
        json.writeStartObject();
        json.writeNumberField("queue", queue.getKey());
        if (!queue.getValue().isUntimed()) {
          writeBusy(json, queue.getValue().busyNanos(), recorded);
        }
        json.writeNumberField("dispatches", queue.getValue().dispatches());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void writeBusy(JsonGenerator json, long busyNanos, long recorded)
      throws IOException {
    json.writeNumberField("busyNs", busyNanos);
    json.writeNumberField("busyShare", share(busyNanos, recorded));
  }

  private void writeKernels(JsonGenerator json) throws IOException {
    long total = total(summary.kernels(), kernel -> kernel.statistics().total());
    json.writeArrayFieldStart("kernels");
    for (Map.Entry<String, Kernel> row : rows(summary.kernels(), Kernel::statistics)) {
      json.writeStartObject();
      json.writeStringField("kernel", row.getKey());
      json.writeStringField("symbol", row.getValue().symbol());
      writeStatistics(json, row.getValue().statistics(), total);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void writeCopies(JsonGenerator json) throws IOException {
    long total = total(summary.copies(), copies -> copies.statistics().total());
    json.writeArrayFieldStart("copies");
    for (Map.Entry<String, CopyStatistics> row :
        rows(summary.copies(), CopyStatistics::statistics)) {
      CopyStatistics copies = row.getValue();
      json.writeStartObject();
      json.writeStringField("direction", row.getKey());
      writeStatistics(json, copies.statistics(), total);
      json.writeNumberField("bytes", copies.bytes());
      if (!Double.isNaN(copies.bytesPerSecond())) {
        json.writeNumberField("bytesPerSecond", Math.round(copies.bytesPerSecond()));
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void writeTimes(
      JsonGenerator json, String field, String key, Map<String, Distribution> all)
      throws IOException {
    long total = total(all, Distribution::total);
    json.writeArrayFieldStart(field);
    for (Map.Entry<String, Distribution> row : rows(all, Function.identity())) {
      json.writeStartObject();
      json.writeStringField(key, row.getKey());
      if (key.equals("function")) {
        json.writeStringField("category", summary.category(row.getKey()));
      }
      writeStatistics(json, row.getValue(), total);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void writeFailures(JsonGenerator json) throws IOException {
    writeFailures(json, "failedCalls", summary.failures());
    writeFailures(json, "lookUps", summary.lookUps());
    json.writeNumberField("callsOfUnknownResult", summary.unknownResults());
  }

  private static void writeFailures(JsonGenerator json, String name, List<FailedCall> failures)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (FailedCall failure : failures) {
      json.writeStartObject();
      json.writeStringField("function", failure.function());
      json.writeStringField("error", failure.error());
      json.writeNumberField("count", failure.count());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void writeRanges(JsonGenerator json) throws IOException {
    RangeNode nested = summary.ranges().nested();
    long total = total(nested.children(), node -> node.times().total());
    json.writeArrayFieldStart("ranges");
    writeRanges(json, nested, total);
    json.writeEndArray();
  }

  private void writeRanges(JsonGenerator json, RangeNode parent, long total) throws IOException {
    for (Map.Entry<String, RangeNode> row : rows(parent.children(), RangeNode::times)) {
      RangeNode node = row.getValue();
      json.writeStartObject();
      json.writeStringField("message", row.getKey());
      writeStatistics(json, node.times(), total);
      json.writeArrayFieldStart("ranges");
      writeRanges(json, node, total);
      json.writeEndArray();
      json.writeEndObject();
    }
  }

  private void writeStartStop(JsonGenerator json) throws IOException {
    Map<String, RangeNode> all = summary.ranges().startStop().children();
    long total = total(all, node -> node.times().total());
    json.writeArrayFieldStart("startStopRanges");
    for (Map.Entry<String, RangeNode> row : rows(all, RangeNode::times)) {
      json.writeStartObject();
      json.writeStringField("message", row.getKey());
      writeStatistics(json, row.getValue().times(), total);
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeNumberField("rangesOfUnknownPlace", summary.ranges().uncertain());
  }

  private void writeMarks(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("marks");
    for (Map.Entry<String, Distribution> row : rows(summary.marks(), Function.identity())) {
      json.writeStartObject();
      json.writeStringField("message", row.getKey());
      json.writeNumberField("count", row.getValue().count());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void writeStatistics(JsonGenerator json, Distribution times, long total)
      throws IOException {
    json.writeNumberField("count", times.count());
    json.writeNumberField("timedCount", times.timedCount());
    if (times.isUntimed()) {
      return;
    }
    json.writeNumberField("totalNs", times.total());
    json.writeNumberField("share", share(times.total(), total));
    json.writeNumberField("averageNs", times.average());
    json.writeNumberField("minNs", times.min());
    json.writeNumberField("p50Ns", times.percentile(50));
    json.writeNumberField("p99Ns", times.percentile(99));
    json.writeNumberField("maxNs", times.max());
  }

  private <V> List<Map.Entry<String, V>> rows(
      Map<String, V> all, Function<V, Distribution> statistics) {
    List<Map.Entry<String, V>> rows = sort.sort(all, statistics);
    return rows.subList(0, Math.min(top, rows.size()));
  }

  private static <V> long total(Map<String, V> rows, Function<V, Long> value) {
    return rows.values().stream().mapToLong(value::apply).sum();
  }

  private static double share(long part, long whole) {
    return whole == 0 ? 0 : (double) part / whole;
  }
}
