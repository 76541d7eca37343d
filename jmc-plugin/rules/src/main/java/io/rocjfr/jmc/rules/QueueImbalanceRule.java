// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import io.rocjfr.figures.GpuKey;
import io.rocjfr.figures.Intervals;
import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.GpuEvents;
import io.rocjfr.jmc.model.TimeUse;
import io.rocjfr.jmc.model.Work;
import java.util.ArrayList;
import java.util.Comparator;
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
  private static final Limits LIMITS = Limits.ofTime(ID);
  private static final Advice ADVICE =
      new Advice(
          "If kernels are independent of each other, submit them to several streams in turn."
              + " HIP maps streams to a few hardware queues (GPU_MAX_HW_QUEUES). Further"
              + " streams share these queues.",
          "If kernels are independent of each other, enqueue them on the queues in turn. Or use"
              + " one queue with CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE.");
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
    List<Work> dispatches = GpuEvents.dispatches(items);
    Map<GpuKey, List<Work>> devices =
        dispatches.stream()
            .collect(Collectors.groupingBy(Work::gpu, TreeMap::new, Collectors.toList()));
    devices.values().removeIf(Work::lackTimes); // such a queue may be the busiest
    if (devices.isEmpty() && Work.lackTimes(dispatches)) {
      return notApplicable(preferences, LACK_TIMES);
    }
    Optional<Load> worst =
        devices.entrySet().stream()
            .flatMap(device -> loads(device.getKey(), device.getValue()).stream())
            .max(Comparator.comparingLong(Load::over));
    if (worst.isEmpty()) {
      return notApplicable(
          preferences, "No device runs kernels on more than one queue at the same time.");
    }
    Load load = worst.get();
    // As much as where all work alike, as far as the GPUs keep the program.
    TimeUse time = TimeUse.of(items);
    Intervals kept = time.keptByKernels();
    Cost cost = Cost.of(items, time, kept, time.share(Math.min(load.over(), kept.total())));
    return verdict(preferences)
        .with(cost)
        .with(DEVICE, load.gpu.label())
        .with(QUEUES, Figures.number(load.queues()))
        .with(BUSIEST, "queue " + load.busiest())
        .with(MOST, Figures.nanos(load.most()))
        .with(LEAST, Figures.nanos(load.least()))
        .with(LESS, Figures.percent(load.less()))
        .of(
            LIMITS.remark(cost.share(), preferences),
            "The least busy of {queues} queues of {device} works {less} less than the busiest"
                + " ({busiest}): {giveBack} of the recorded time",
            "The busiest queue ran kernels for {most}, the least busy for {least}. Only kernels"
                + " of different queues can overlap.",
            load.gpu.name().isEmpty() ? ADVICE.hip() : ADVICE.openCl());
  }

  /**
   * Each queue, with those that worked less. Of a queue's life its work is known, from the first to
   * the last: where these do not overlap, the program may have made one queue after the other.
   */
  private static List<Load> loads(GpuKey gpu, List<Work> dispatches) {
    List<Queue> queues =
        dispatches.stream()
            .collect(Collectors.groupingBy(Work::queue, TreeMap::new, Collectors.toList()))
            .entrySet()
            .stream()
            .map(queue -> Queue.of(queue.getKey(), queue.getValue()))
            .sorted(Comparator.comparingLong(Queue::begin))
            .toList();
    List<Load> loads = new ArrayList<>();
    for (Queue most : queues) {
      int compared = 0;
      long least = Long.MAX_VALUE;
      long total = 0;
      for (Queue other : queues) {
        if (other.begin >= most.end) {
          break; // they come in the order of their begin
        }
        if (other.end > most.begin && other.busy <= most.busy) {
          compared++;
          least = Math.min(least, other.busy);
          total += other.busy;
        }
      }
      if (compared > 1) {
        loads.add(new Load(gpu, compared, most.queue, most.busy, least, total));
      }
    }
    return loads;
  }

  /** A queue of a device, from its first work to its last. */
  private record Queue(long queue, long begin, long end, long busy) {
    static Queue of(long queue, List<Work> work) {
      long end = work.stream().mapToLong(Work::end).max().orElseThrow();
      return new Queue(queue, work.get(0).begin(), end, Intervals.of(work).total());
    }
  }

  /** So many queues that worked at the same time, one of them the busiest. */
  private record Load(GpuKey gpu, int queues, long busiest, long most, long least, long total) {
    /** How much longer the busiest works than where all work alike. */
    long over() {
      return most - total / queues;
    }

    double less() {
      return Figures.share(most - least, most);
    }
  }
}
