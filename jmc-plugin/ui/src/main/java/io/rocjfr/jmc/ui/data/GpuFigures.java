// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import io.rocjfr.figures.GpuKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What one GPU did. */
public final class GpuFigures {
  private final GpuKey gpu;
  private final Lane all;
  private final Lane kernels;
  private final Lane copies;
  private final long dispatches;
  private final long copyCount;
  private long bytes;

  private GpuFigures(EventTable table, GpuKey gpu, List<Lane> lanes) {
    this.gpu = gpu;
    all = table.timed(table.union(lanes));
    Lane ofKernels = table.union(lanes.stream().filter(lane -> is(lane, Kind.KERNEL)).toList());
    Lane ofCopies = table.union(lanes.stream().filter(lane -> is(lane, Kind.COPY)).toList());
    kernels = table.timed(ofKernels);
    copies = table.timed(ofCopies);
    dispatches = ofKernels.size();
    copyCount = ofCopies.size();
    for (int place = 0; place < ofCopies.size(); place++) {
      bytes += Math.max(0, table.bytes(ofCopies.row(place)));
    }
  }

  private static boolean is(Lane lane, Kind kind) {
    return lane.key().kind() == kind;
  }

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
    lanes.forEach((gpu, ofGpu) -> figures.add(new GpuFigures(table, gpu, ofGpu)));
    return List.copyOf(figures);
  }

  public GpuKey gpu() {
    return gpu;
  }

  /** How long a kernel or a copy ran between these moments; what overlaps counts once. */
  public long busy(long from, long to) {
    return all.busy(from, to);
  }

  /** How long a kernel or a copy ran. */
  public long busyNanos() {
    return total(all);
  }

  /** How long a kernel ran. */
  public long kernelNanos() {
    return total(kernels);
  }

  /** How long a copy ran. */
  public long copyNanos() {
    return total(copies);
  }

  /** How many of the dispatches and copies have no times: they are in counts and bytes only. */
  public long untimed() {
    return dispatches + copyCount - all.size();
  }

  /** Whether there are dispatches, and nobody told the times of any. */
  public boolean isKernelTimeUnknown() {
    return dispatches > 0 && kernels.size() == 0;
  }

  /** Whether there are copies, and nobody told the times of any. */
  public boolean isCopyTimeUnknown() {
    return copyCount > 0 && copies.size() == 0;
  }

  public long dispatches() {
    return dispatches;
  }

  public long copies() {
    return copyCount;
  }

  /** What the copies said of their sizes, together. */
  public long copiedBytes() {
    return bytes;
  }

  private static long total(Lane lane) {
    return lane.busy(Long.MIN_VALUE, Long.MAX_VALUE);
  }
}
