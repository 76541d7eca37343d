// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import io.rocjfr.figures.GpuKey;
import io.rocjfr.figures.Intervals;
import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.GpuEvents;
import io.rocjfr.jmc.model.RecordedCall;
import io.rocjfr.jmc.model.TimeUse;
import io.rocjfr.jmc.model.Work;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/**
 * Copies that the host waits for and that no kernel runs beside: pageable memory, or the blocking
 * functions. Maps may copy nothing and do not count. The events do not say whether memory is
 * pinned; that an asynchronous copy returns only after it is done is what pageable memory does to
 * it.
 */
public final class BlockingCopiesRule extends GpuRule {
  private static final String ID = "rocjfr.BlockingCopies";
  private static final Limits LIMITS = Limits.ofTime(ID);
  private static final Advice CAUSE =
      new Advice(
          "{pageable} of them called an asynchronous function. Copies from pageable memory block"
              + " because the runtime stages them. (The events do not show whether memory is"
              + " pinned.)",
          "The events do not show whether the program asked for a blocking call, or the runtime"
              + " blocked it.");
  private static final Advice ADVICE =
      new Advice(
          "Allocate the host's buffers with hipHostMalloc, or register them with"
              + " hipHostRegister. Copy with hipMemcpyAsync on a separate stream. Let the"
              + " kernels of the previous part run at the same time.",
          "Read and write without blocking (CL_FALSE) on a separate queue. Use the memory of a"
              + " mapped buffer with CL_MEM_ALLOC_HOST_PTR. Let the kernels of the previous"
              + " part run at the same time.");
  private static final TypedResult<IQuantity> COPIES = Figures.countOf("copies", "Copies");
  private static final TypedResult<IQuantity> BLOCKING = Figures.countOf("blocking", "Blocking");
  private static final TypedResult<IQuantity> PAGEABLE =
      Figures.countOf("pageable", "Probably Pageable");
  private static final TypedResult<IQuantity> ALONE = Figures.timeOf("alone", "Without Kernels");
  private static final TypedResult<IQuantity> SHARE = Figures.shareOf("share", "Share");

  public BlockingCopiesRule() {
    super(
        ID,
        "Pageable or Blocking Copies",
        Topics.COPIES,
        LIMITS.preferences(),
        List.of(TypedResult.SCORE, COPIES, BLOCKING, PAGEABLE, ALONE, SHARE),
        EventTypes.MEM_COPY);
  }

  @Override
  IResult judge(IItemCollection items, IPreferenceValueProvider preferences) {
    List<RecordedCall> all = GpuEvents.calls(items);
    if (all.isEmpty()) {
      return notApplicable(preferences, NO_CALLS);
    }
    TimeUse time = TimeUse.of(items);
    CopyTimes times = SmallCopiesRule.times(time, preferences);
    List<Work> copies =
        GpuEvents.copies(items).stream()
            .filter(copy -> CopyTimes.isOfHost(copy) && copy.timed())
            .toList();
    List<Work> blocking = times.blocking();
    long pageable = times.asynchronous(blocking);
    Map<GpuKey, List<Work>> kernels =
        GpuEvents.dispatches(items).stream().collect(Collectors.groupingBy(Work::gpu));
    Map<GpuKey, List<Work>> devices = blocking.stream().collect(Collectors.groupingBy(Work::gpu));
    long alone = 0;
    for (Map.Entry<GpuKey, List<Work>> device : devices.entrySet()) {
      Intervals beside = Intervals.of(kernels.getOrDefault(device.getKey(), List.of()));
      alone += Intervals.of(device.getValue()).minus(beside).total();
    }
    double share = Figures.share(alone, busy(GpuEvents.work(items)));
    Cost cost = Cost.of(items, time, times.ofBlocking()).byCalls(times.callsOf(blocking));
    return verdict(preferences)
        .with(cost)
        .with(COPIES, Figures.number(copies.size()))
        .with(BLOCKING, Figures.number(blocking.size()))
        .with(PAGEABLE, Figures.number(pageable))
        .with(ALONE, Figures.nanos(alone))
        .with(SHARE, Figures.percent(share))
        .of(
            LIMITS.score(cost.share(), preferences),
            "{blocking} of {copies} copies from or to the host blocked the calling thread. For"
                + " {share} of the busy time they ran without any kernel: {giveBack} of the"
                + " recorded time",
            "Their calls returned only after the copy was done. For {alone} of that time the"
                + " device ran no kernel. "
                + CAUSE.toSubmitters(blocking),
            ADVICE.toSubmitters(blocking));
  }

  private static long busy(List<Work> work) {
    return work.stream().collect(Collectors.groupingBy(Work::gpu)).values().stream()
        .mapToLong(ofDevice -> Intervals.of(ofDevice).total())
        .sum();
  }
}
