// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import io.rocjfr.figures.Units;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Lanes of the timeline that stand together: a GPU's queues; or a thread's spans, ranges and calls.
 *
 * @param name what stands above them
 * @param lanes may be none, where a GPU did nothing
 */
public record TimelineGroup(String name, List<Lane> lanes) {
  private static final List<RowKind> ORDER =
      List.of(RowKind.KERNEL, RowKind.COPY, RowKind.SPAN, RowKind.RANGE, RowKind.CALL);

  /** From outside to inside, as calls are within ranges and these within spans. */
  private static final Comparator<LaneKey> IN_GROUP =
      Comparator.comparingLong(LaneKey::queue)
          .thenComparing(key -> ORDER.indexOf(key.kind()))
          .thenComparing(LaneKey::startStop)
          .thenComparingInt(LaneKey::depth)
          .thenComparingLong(LaneKey::actor);

  /**
   * What a thread did; and, since JMC's own page of threads has other places, where that stands.
   */
  public String about() {
    long calls = count(RowKind.CALL);
    List<String> parts = new ArrayList<>();
    if (calls > 0) {
      parts.add(Units.count(calls, "call", "calls"));
    }
    if (count(RowKind.RANGE) > 0) {
      parts.add(Units.count(count(RowKind.RANGE), "range", "ranges"));
    }
    if (count(RowKind.SPAN) > 0) {
      parts.add(Units.count(count(RowKind.SPAN), "span", "spans"));
    }
    String did = String.join(", ", parts);
    return calls == 0
        ? did
        : did + ": the GPU calls of this thread are here, not on JMC's Threads page";
  }

  private long count(RowKind kind) {
    return lanes.stream().filter(lane -> lane.key().kind() == kind).mapToLong(Lane::size).sum();
  }

  /** GPUs by their numbers, then threads by their names. */
  static List<TimelineGroup> of(EventTable table, List<GpuFigures> gpus) {
    List<TimelineGroup> groups = new ArrayList<>();
    for (GpuFigures gpu : gpus) {
      groups.add(
          of(
              gpu.gpu().label(),
              table.lanes().stream().filter(lane -> gpu.gpu().equals(lane.key().gpu())).toList()));
    }
    Map<String, List<Lane>> threads = new TreeMap<>();
    for (Lane lane : table.lanes()) {
      if (lane.key().gpu() == null) {
        threads.computeIfAbsent(lane.key().group(), unused -> new ArrayList<>()).add(lane);
      }
    }
    threads.forEach((name, lanes) -> groups.add(of(name, lanes)));
    return List.copyOf(groups);
  }

  private static TimelineGroup of(String name, List<Lane> lanes) {
    return new TimelineGroup(
        name, lanes.stream().sorted(Comparator.comparing(Lane::key, IN_GROUP)).toList());
  }
}
