// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.figures.GpuUse;
import io.rocjfr.figures.Units;
import io.rocjfr.recording.TextOutput;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** What the GPUs and their queues did, as text. */
final class GpuReport {
  private final Summary summary;
  private final TextOutput out;
  private final int top;

  GpuReport(Summary summary, TextOutput out, int top) {
    this.summary = summary;
    this.out = out;
    this.top = top;
  }

  /** Prints it. */
  void print() {
    if (summary.devices().isEmpty()) {
      return;
    }
    TextReport.title(out, "GPUs", "busy while recorded");
    TextTable table =
        new TextTable("GPU", "Busy", "Share", "Kernels", "Copies", "Dispatches", "Copy count");
    summary
        .devices()
        .forEach(
            (key, device) -> {
              table.add(
                  key.label(),
                  time(device.isUntimed(), device.busyNanos()),
                  share(device.isUntimed(), device.busyNanos()),
                  share(device.isKernelTimeUnknown(), device.kernelNanos()),
                  share(device.isCopyTimeUnknown(), device.copyNanos()),
                  Units.count(device.dispatches()),
                  Units.count(device.copies()));
              for (Map.Entry<Long, GpuUse.Queue> row : busiest(device.queues())) {
                GpuUse.Queue queue = row.getValue();
                String share = share(queue.isUntimed(), queue.busyNanos());
                table.add(
                    "  queue " + row.getKey(),
                    time(queue.isUntimed(), queue.busyNanos()),
                    share,
                    share,
                    "",
                    Units.count(queue.dispatches()),
                    "");
              }
            });
    table.lines().forEach(out::println);
    TextReport.printRest(
        out,
        summary.devices().values().stream()
            .mapToInt(device -> Math.max(0, device.queues().size() - top))
            .sum());
  }

  private static String time(boolean untimed, long nanos) {
    return untimed ? TextReport.NOT_KNOWN : Units.duration(nanos);
  }

  private String share(boolean untimed, long nanos) {
    return untimed ? TextReport.NOT_KNOWN : TextReport.share(nanos, summary.recordedNanos());
  }

  /**
   * As many as there is room for, by their numbers. Programs may make an OpenCL queue a request.
   */
  private List<Map.Entry<Long, GpuUse.Queue>> busiest(Map<Long, GpuUse.Queue> queues) {
    Comparator<Map.Entry<Long, GpuUse.Queue>> least =
        Comparator.comparingLong((Map.Entry<Long, GpuUse.Queue> row) -> row.getValue().busyNanos())
            .thenComparingLong(row -> row.getValue().dispatches());
    return queues.entrySet().stream()
        .sorted(least.reversed())
        .limit(top)
        .sorted(Map.Entry.comparingByKey())
        .toList();
  }
}
