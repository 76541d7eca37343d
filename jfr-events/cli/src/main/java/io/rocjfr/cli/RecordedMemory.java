// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.figures.LiveMemory;
import io.rocjfr.recording.Fields;
import io.rocjfr.schema.Field;
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
    switch (Fields.kind(event)) {
      case LIVE_GPU_ALLOCATION -> live.add(allocation(event));
      case GPU_MEMORY -> addRow(event);
      case TRACER_STATUS -> {
        long process = Fields.number(event, Field.PROCESS_KEY, 0);
        if (process != 0) {
          processes.add(process);
        }
      }
      default -> {}
    }
  }

  private static LiveMemory.Allocation allocation(RecordedEvent event) {
    return new LiveMemory.Allocation(
        Fields.number(event, Field.SNAPSHOT, 0),
        Fields.begin(event),
        Fields.number(event, Field.ALLOCATION_ID, 0),
        Fields.number(event, Field.COUNT, 1),
        Fields.number(event, Field.ALLOCATED_BYTES, 0),
        Fields.number(event, Field.AGE, 0),
        Fields.text(event, Field.FUNCTION, "unknown"),
        Fields.text(event, Field.KIND, "unknown"),
        (int) Fields.number(event, Field.DEVICE, -1),
        Fields.text(event, Field.ALLOCATED_BY, null));
  }

  private void addRow(RecordedEvent event) {
    int device = (int) Fields.number(event, Field.DEVICE, -1);
    String kind = Fields.text(event, Field.KIND, "unknown");
    Row row =
        new Row(
            device,
            kind,
            Fields.begin(event),
            Fields.number(event, Field.ALLOCATED_BYTES, 0),
            Fields.number(event, Field.COUNT, 0),
            Fields.number(event, Field.PEAK_BYTES, 0),
            Fields.number(event, Field.TRACKED_SINCE, 0),
            Fields.number(event, Field.UNKNOWN_FREES, 0),
            Fields.number(event, Field.FAILED_FREES, 0),
            Fields.number(event, Field.NOT_TRACKED, 0),
            Fields.number(event, Field.PROCESS_BYTES, -1));
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
