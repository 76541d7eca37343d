// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.figures.GpuUse;
import io.rocjfr.figures.Units;
import io.rocjfr.jmc.ui.data.GpuFigures;
import io.rocjfr.jmc.ui.data.GroupRow;
import io.rocjfr.jmc.ui.data.GroupTable;
import io.rocjfr.jmc.ui.data.RecordingData;
import io.rocjfr.jmc.ui.data.RowKind;
import io.rocjfr.jmc.ui.data.TelemetryFigures;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmc.common.item.IItemCollection;

/** The totals of a recording in words. */
final class Totals {
  private Totals() {}

  /**
   * A line per GPU, one for what each said of itself, one for the calls, and one for what was lost;
   * or why there is nothing.
   *
   * @param lost how many records
   */
  static String text(RecordingData data, IItemCollection items, long lost) {
    if (data.table().size() == 0
        && data.gpus().isEmpty()
        && data.telemetry().isEmpty()
        && lost == 0) {
      return EmptyText.why(items);
    }
    List<String> lines = new ArrayList<>();
    for (GpuFigures gpu : data.gpus()) {
      lines.add(gpu.gpu().label() + ": " + use(gpu.use(), data.recorded().nanos()));
    }
    for (TelemetryFigures gpu : data.telemetry()) {
      lines.add(gpu.label() + ": " + gpu.text());
    }
    List<GroupRow> calls = data.groups(RowKind.CALL, GroupTable.By.NAME);
    lines.add(calls.isEmpty() ? "No calls" : calls(calls));
    if (lost > 0) {
      lines.add(
          "Lost: " + Units.count(lost, "record", "records") + ". The figures are incomplete.");
    }
    return String.join("\n", lines);
  }

  private static String calls(List<GroupRow> calls) {
    long blocked = calls.stream().mapToLong(GroupRow::blockedNanos).sum();
    return "Calls: "
        + Units.count(calls.stream().mapToLong(row -> row.times().count()).sum())
        + " for "
        + Units.duration(calls.stream().mapToLong(row -> row.times().total()).sum())
        + (blocked == 0 ? "" : ", of which " + Units.duration(blocked) + " waiting");
  }

  private static String use(GpuUse gpu, long recorded) {
    if (gpu.isEmpty()) {
      return "no work";
    }
    return (gpu.isUntimed()
            ? "busy share unknown, "
            : "busy for "
                + Units.duration(gpu.busyNanos())
                + " ("
                + Units.share(Units.share(gpu.busyNanos(), recorded))
                + "), ")
        + Units.count(gpu.dispatches(), "dispatch", "dispatches")
        + forTime(gpu.isKernelTimeUnknown(), gpu.kernelNanos())
        + ", "
        + Units.count(gpu.copies(), "copy", "copies")
        + " ("
        + Units.bytes(gpu.copiedBytes())
        + ")"
        + forTime(gpu.isCopyTimeUnknown(), gpu.copyNanos())
        + (gpu.untimed() == 0 ? "" : "; counted, but without times: " + Units.count(gpu.untimed()));
  }

  private static String forTime(boolean unknown, long nanos) {
    return unknown ? "" : " for " + Units.duration(nanos);
  }
}
