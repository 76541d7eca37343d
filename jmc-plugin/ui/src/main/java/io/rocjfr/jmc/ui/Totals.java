// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.figures.Distribution;
import io.rocjfr.figures.GpuKey;
import io.rocjfr.figures.GpuUse;
import io.rocjfr.figures.Units;
import io.rocjfr.jmc.model.GpuEvents;
import io.rocjfr.jmc.model.Loss;
import io.rocjfr.jmc.model.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.openjdk.jmc.common.item.IItemCollection;

/** The totals of a recording in words. */
final class Totals {
  private Totals() {}

  /** A line per device, one for the calls, and one for what was lost. */
  static String text(IItemCollection items, Map<GpuKey, List<Work>> devices) {
    List<String> lines = new ArrayList<>();
    devices.forEach((gpu, work) -> lines.add(gpu.label() + ": " + use(Work.use(work))));
    Distribution calls = Distribution.of(GpuEvents.calls(items));
    lines.add(
        "HIP API: "
            + Units.count(calls.count(), "call", "calls")
            + ", "
            + Units.duration(calls.total()));
    long lost = Loss.read(items).stream().mapToLong(Loss::count).sum();
    if (lost > 0) {
      lines.add(
          "Lost: " + Units.count(lost, "record", "records") + ". What is shown is incomplete.");
    }
    return String.join("\n", lines);
  }

  private static String use(GpuUse gpu) {
    return "busy for "
        + Units.duration(gpu.busyNanos())
        + ", "
        + Units.count(gpu.dispatches(), "dispatch", "dispatches")
        + " for "
        + Units.duration(gpu.kernelNanos())
        + ", "
        + Units.count(gpu.copies(), "copy", "copies")
        + " ("
        + Units.bytes(gpu.copiedBytes())
        + ") for "
        + Units.duration(gpu.copyNanos());
  }
}
