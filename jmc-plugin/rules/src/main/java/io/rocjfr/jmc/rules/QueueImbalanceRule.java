// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import io.rocjfr.figures.GpuKey;
import io.rocjfr.figures.Intervals;
import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.GpuEvents;
import io.rocjfr.jmc.model.Work;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/**
 * Queues of one device of which some work much more than others. Never a warning: a queue that
 * exists for small side work is no fault.
 */
public final class QueueImbalanceRule extends GpuRule {
  private static final String ID = "rocjfr.QueueImbalance";
  private static final Limits LIMITS =
      Limits.ofShare(ID, "By how much less the least busy queue works than the busiest", 75, 95);
  private static final TypedResult<String> DEVICE = Figures.textOf("device", "Device");
  private static final TypedResult<IQuantity> QUEUES = Figures.countOf("queues", "Queues");
  private static final TypedResult<String> BUSIEST = Figures.textOf("busiest", "Busiest Queue");
  private static final TypedResult<IQuantity> MOST = Figures.timeOf("most", "Most Busy Time");
  private static final TypedResult<IQuantity> LEAST = Figures.timeOf("least", "Least Busy Time");
  private static final TypedResult<IQuantity> LESS = Figures.shareOf("less", "Difference");

  public QueueImbalanceRule() {
    super(
        ID,
        "Load Imbalance Between Queues",
        Topics.TIMELINE,
        LIMITS.preferences(),
        List.of(TypedResult.SCORE, DEVICE, QUEUES, BUSIEST, MOST, LEAST, LESS),
        EventTypes.KERNEL_DISPATCH);
  }

  @Override
  IResult judge(IItemCollection items, IPreferenceValueProvider preferences) {
    Map<GpuKey, List<Work>> devices =
        GpuEvents.dispatches(items).stream()
            .collect(Collectors.groupingBy(Work::gpu, TreeMap::new, Collectors.toList()));
    Optional<Load> worst =
        devices.entrySet().stream()
            .map(device -> new Load(device.getKey(), busy(device.getValue())))
            .filter(load -> load.busy.size() > 1)
            .max(Comparator.comparingDouble(Load::less));
    if (worst.isEmpty()) {
      return notApplicable(preferences, "No device runs kernels on more than one queue.");
    }
    Load load = worst.get();
    return verdict(preferences)
        .with(DEVICE, load.gpu.label())
        .with(QUEUES, Figures.number(load.busy.size()))
        .with(BUSIEST, "queue " + load.busiest())
        .with(MOST, Figures.nanos(load.most()))
        .with(LEAST, Figures.nanos(load.least()))
        .with(LESS, Figures.percent(load.less()))
        .of(
            LIMITS.remark(load.less(), preferences),
            "Of {queues} queues of {device} the least busy one works {less} less than the busiest"
                + " ({busiest})",
            "The busiest queue ran kernels for {most}, the least busy for {least}. Kernels of one"
                + " queue follow each other; only those of different queues can overlap.",
            "If kernels are independent of each other, submit them to streams in turn. HIP maps"
                + " streams to few hardware queues (GPU_MAX_HW_QUEUES): streams beyond that share"
                + " one.");
  }

  private static Map<Long, Long> busy(List<Work> dispatches) {
    Map<Long, Long> busy = new HashMap<>();
    dispatches.stream()
        .collect(Collectors.groupingBy(Work::queue))
        .forEach((queue, work) -> busy.put(queue, Intervals.of(work).total()));
    return busy;
  }

  /** How long each queue of a device was busy. */
  private record Load(GpuKey gpu, Map<Long, Long> busy) {
    long most() {
      return Collections.max(busy.values());
    }

    long least() {
      return Collections.min(busy.values());
    }

    double less() {
      return Figures.share(most() - least(), most());
    }

    long busiest() {
      return Collections.max(busy.entrySet(), Map.Entry.comparingByValue()).getKey();
    }
  }
}
