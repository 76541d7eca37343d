// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.figures.LiveMemory;
import io.rocjfr.recording.Fields;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;

/** What recordings say of GPU memory: the last word of each device and kind, and what is live. */
final class RecordedMemory {
  /** The last event of a device and kind. */
  record Row(
      int device,
      String kind,
      long timeNanos,
      long bytes,
      long count,
      long peakBytes,
      long trackedSinceMillis,
      long unknownFrees,
      long failedFrees,
      long notTracked,
      long processBytes) {}

  private final LiveMemory live;
  private final TreeMap<String, Row> rows = new TreeMap<>();
  private final Set<Long> processes = new HashSet<>();

  RecordedMemory(LiveMemory live) {
    this.live = live;
  }

  void add(RecordedEvent event) {
    switch (event.getEventType().getName()) {
      case "rocjfr.LiveGpuAllocation" -> live.add(allocation(event));
      case "rocjfr.GpuMemory" -> addRow(event);
      case "rocjfr.TracerStatus" -> {
        long process = Fields.number(event, "processKey", 0);
        if (process != 0) {
          processes.add(process);
        }
      }
      default -> {}
    }
  }

  private static LiveMemory.Allocation allocation(RecordedEvent event) {
    return new LiveMemory.Allocation(
        Fields.number(event, "snapshot", 0),
        Fields.begin(event),
        Fields.number(event, "allocationId", 0),
        Fields.number(event, "count", 1),
        Fields.number(event, "bytes", 0),
        Fields.number(event, "age", 0),
        Fields.text(event, "function", "unknown"),
        Fields.text(event, "kind", "unknown"),
        (int) Fields.number(event, "device", -1),
        Fields.text(event, "allocatedBy", null));
  }

  private void addRow(RecordedEvent event) {
    int device = (int) Fields.number(event, "device", -1);
    String kind = Fields.text(event, "kind", "unknown");
    Row row =
        new Row(
            device,
            kind,
            Fields.begin(event),
            Fields.number(event, "bytes", 0),
            Fields.number(event, "count", 0),
            Fields.number(event, "peakBytes", 0),
            Fields.number(event, "trackedSince", 0),
            Fields.number(event, "unknownFrees", 0),
            Fields.number(event, "failedFrees", 0),
            Fields.number(event, "notTracked", 0),
            Fields.number(event, "processBytes", -1));
    rows.merge(
        device + "/" + kind, row, (old, now) -> old.timeNanos() > now.timeNanos() ? old : now);
  }

  /** The last of each device and kind. */
  Collection<Row> rows() {
    return rows.values();
  }

  boolean isKnown() {
    return !rows.isEmpty();
  }

  /** How many processes the recordings are of, as far as they say. */
  int processes() {
    return processes.size();
  }
}
