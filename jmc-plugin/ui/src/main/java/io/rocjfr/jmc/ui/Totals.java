// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.jmc.model.GpuEvents;
import io.rocjfr.jmc.model.GpuKey;
import io.rocjfr.jmc.model.Intervals;
import io.rocjfr.jmc.model.Loss;
import io.rocjfr.jmc.model.Timed;
import io.rocjfr.jmc.model.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.openjdk.jmc.common.IDisplayable;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.unit.UnitLookup;

/** The totals of a recording in words. */
final class Totals {
  private Totals() {}

  /** A line per device, one for the calls, and one for what was lost. */
  static String text(IItemCollection items, Map<GpuKey, List<Work>> devices) {
    List<String> lines = new ArrayList<>();
    devices.forEach((gpu, work) -> lines.add(gpu.label() + ": " + device(work)));
    List<? extends Timed> calls = GpuEvents.calls(items);
    lines.add(
        "HIP API: "
            + calls.size()
            + " calls, "
            + time(calls.stream().mapToLong(Timed::nanos).sum()));
    long lost = Loss.read(items).stream().mapToLong(Loss::count).sum();
    if (lost > 0) {
      lines.add("Lost: " + lost + " records. What is shown is incomplete.");
    }
    return String.join("\n", lines);
  }

  private static String device(List<Work> work) {
    List<Work> kernels = work.stream().filter(Work::dispatch).toList();
    List<Work> copies = work.stream().filter(one -> !one.dispatch()).toList();
    return "busy for "
        + time(Intervals.of(work).total())
        + ", "
        + kernels.size()
        + " dispatches for "
        + time(Intervals.of(kernels).total())
        + ", "
        + copies.size()
        + " copies ("
        + UnitLookup.BYTE
            .quantity(copies.stream().mapToLong(Work::bytes).sum())
            .displayUsing(IDisplayable.AUTO)
        + ") for "
        + time(Intervals.of(copies).total());
  }

  private static String time(long nanos) {
    return UnitLookup.NANOSECOND.quantity(nanos).displayUsing(IDisplayable.AUTO);
  }
}
