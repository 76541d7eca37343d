// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import io.rocjfr.figures.Intervals;
import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.GpuEvents;
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

/** A kernel that takes most of the time of all, and that keeps the program. */
public final class DominantKernelRule extends GpuRule {
  private static final String ID = "rocjfr.DominantKernel";

  /** What takes less does not dominate. */
  private static final double HALF = 0.5;

  private static final Limits LIMITS = Limits.ofTime(ID);
  private static final TypedResult<String> KERNEL = Figures.textOf("kernel", "Kernel");
  private static final TypedResult<IQuantity> KERNELS = Figures.countOf("kernels", "Kernels");
  private static final TypedResult<IQuantity> COUNT = Figures.countOf("count", "Dispatches");
  private static final TypedResult<IQuantity> TOTAL = Figures.timeOf("total", "Total Time");
  private static final TypedResult<IQuantity> MEDIAN = Figures.timeOf("median", "Median Time");
  private static final TypedResult<IQuantity> SHARE = Figures.shareOf("share", "Share");

  public DominantKernelRule() {
    super(
        ID,
        "One Kernel Dominates",
        Topics.KERNELS,
        LIMITS.preferences(),
        List.of(TypedResult.SCORE, KERNEL, KERNELS, COUNT, TOTAL, MEDIAN, SHARE),
        EventTypes.KERNEL_DISPATCH);
  }

  @Override
  IResult judge(IItemCollection items, IPreferenceValueProvider preferences) {
    List<Work> dispatches = GpuEvents.dispatches(items);
    if (Work.lackTimes(dispatches)) {
      return notApplicable(preferences, LACK_TIMES);
    }
    Map<String, List<Work>> kernels =
        dispatches.stream().collect(Collectors.groupingBy(Work::name));
    if (kernels.size() < 2) {
      return notApplicable(preferences, "The program has only one kernel.");
    }
    String dominant = null;
    long most = -1;
    for (Map.Entry<String, List<Work>> kernel : kernels.entrySet()) {
      long total = Figures.totalNanos(kernel.getValue());
      if (total > most) {
        dominant = kernel.getKey();
        most = total;
      }
    }
    double share = Figures.share(most, Figures.totalNanos(dispatches));
    TimeUse time = TimeUse.of(items);
    Cost cost =
        Cost.of(items, time, Intervals.of(kernels.get(dominant)).and(time.keptByKernels()))
            .byKernels(kernels.get(dominant));
    return verdict(preferences)
        .with(cost)
        .with(KERNEL, dominant)
        .with(KERNELS, Figures.number(kernels.size()))
        .with(COUNT, Figures.number(kernels.get(dominant).size()))
        .with(TOTAL, Figures.nanos(most))
        .with(MEDIAN, Figures.nanos(Figures.medianNanos(kernels.get(dominant))))
        .with(SHARE, Figures.percent(share))
        .of(
            share < HALF ? 0 : LIMITS.score(cost.share(), preferences),
            "{kernel} takes {share} of the time of all kernels. The program waits for it for"
                + " {giveBack} of the recorded time",
            "It ran {count} times, for {total} in total, with a median of {median}. {kernels}"
                + " kernels were used.",
            "Begin here: a faster kernel, or fewer launches of it, make the most difference. A"
                + " kernel profiler (rocprofv3, rocprof-compute) shows whether it waits for"
                + " memory or computes.");
  }
}
