// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import io.rocjfr.figures.GpuKey;
import io.rocjfr.figures.GpuUse;
import io.rocjfr.figures.Intervals;
import io.rocjfr.figures.Units;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one GPU did.
 *
 * @param gpu which
 * @param use how much, as the command {@code summary} has it
 * @param working when a kernel or a copy ran
 */
public record GpuFigures(GpuKey gpu, GpuUse use, Intervals working) {
  /**
   * The GPUs by their numbers, with those that did nothing.
   *
   * @param devices how many GPUs the runtime has; less than 0 if unknown
   */
  static List<GpuFigures> of(EventTable table, long devices) {
    Map<GpuKey, List<Lane>> lanes = new TreeMap<>();
    for (Lane lane : table.lanes()) {
      if (lane.key().gpu() != null) {
        lanes.computeIfAbsent(lane.key().gpu(), unused -> new ArrayList<>()).add(lane);
      }
    }
    for (int device = 0; device < devices; device++) {
      int number = device;
      if (lanes.keySet().stream()
          .noneMatch(gpu -> gpu.device() == number && gpu.name().isEmpty())) {
        lanes.put(new GpuKey(device, -1), List.of());
      }
    }
    List<GpuFigures> figures = new ArrayList<>();
    lanes.forEach((gpu, ofGpu) -> figures.add(of(table, gpu, ofGpu)));
    return List.copyOf(figures);
  }

  private static GpuFigures of(EventTable table, GpuKey gpu, List<Lane> lanes) {
    GpuUse use = GpuUse.inMemory();
    for (Lane lane : lanes) {
      for (int place = 0; place < lane.size(); place++) {
        add(use, table, lane.key(), lane.row(place));
      }
    }
    int[] timed =
        lanes.stream()
            .flatMapToInt(lane -> Arrays.stream(lane.rows()))
            .filter(table::isTimed)
            .toArray();
    return new GpuFigures(gpu, use.seal(), table.running(timed));
  }

  private static void add(GpuUse use, EventTable table, LaneKey lane, int row) {
    if (lane.kind() == RowKind.KERNEL) {
      if (table.isTimed(row)) {
        use.addDispatch(lane.queue(), table.begin(row), table.end(row));
      } else {
        use.addUntimedDispatch(lane.queue());
      }
    } else if (table.isTimed(row)) {
      use.addCopy(table.bytes(row), table.begin(row), table.end(row));
    } else {
      use.addUntimedCopy(table.bytes(row));
    }
  }

  /** How long a kernel or a copy ran between these moments; what overlaps counts once. */
  public long busy(long from, long to) {
    return working.total(from, to);
  }

  /**
   * Its share of the time between these moments; no number where nobody told the times of its work.
   */
  public double share(long from, long to) {
    return use.isUntimed() ? Double.NaN : Units.share(busy(from, to), to - from);
  }
}
