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
  private long bytes;

  private GpuFigures(EventTable table, GpuKey gpu, List<Lane> lanes) {
    this.gpu = gpu;
    all = table.union(lanes);
    kernels = table.union(lanes.stream().filter(lane -> is(lane, Kind.KERNEL)).toList());
    copies = table.union(lanes.stream().filter(lane -> is(lane, Kind.COPY)).toList());
    for (int place = 0; place < copies.size(); place++) {
      bytes += Math.max(0, table.bytes(copies.row(place)));
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

  public long dispatches() {
    return kernels.size();
  }

  public long copies() {
    return copies.size();
  }

  /** What the copies said of their sizes, together. */
  public long copiedBytes() {
    return bytes;
  }

  private static long total(Lane lane) {
    return lane.busy(Long.MIN_VALUE, Long.MAX_VALUE);
  }
}
