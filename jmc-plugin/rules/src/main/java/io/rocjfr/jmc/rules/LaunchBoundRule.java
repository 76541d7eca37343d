// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import io.rocjfr.figures.CallKind;
import io.rocjfr.figures.FunctionCatalogue;
import io.rocjfr.figures.Intervals;
import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.GpuEvents;
import io.rocjfr.jmc.model.RecordedCall;
import io.rocjfr.jmc.model.TimeUse;
import io.rocjfr.jmc.model.Work;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.common.util.TypedPreference;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/** Time in which the program launches, or makes other calls, and no GPU works. */
public final class LaunchBoundRule extends GpuRule {
  private static final String ID = "rocjfr.LaunchBound";
  private static final Limits LIMITS = Limits.ofTime(ID);
  private static final TypedPreference<IQuantity> LAUNCHES_NEEDED =
      Limits.preference(
          ID + ".launches", "Launches", "Smallest number of launches to judge", Figures.number(50));
  private static final Advice ADVICE =
      new Advice(
          "Give each kernel more work (bigger batches, fused kernels). Record repeated"
              + " sequences as a HIP graph. Or launch from several threads, each with its own"
              + " stream.",
          "Give each kernel more work (bigger batches, fused kernels). Record repeated"
              + " sequences as a command buffer (cl_khr_command_buffer). Or enqueue from"
              + " several threads, each with its own queue.");
  private static final Advice OF_GRAPHS =
      new Advice(
          "Most kernels come from graphs already. Put more work into each graph, launch the"
              + " next graph before the previous one ends, and fuse small kernels.",
          "Most kernels come from command buffers already. Put more work into each, enqueue the"
              + " next one before the previous one ends, and fuse small kernels.");
  private static final TypedResult<IQuantity> LAUNCHES = Figures.countOf("launches", "Launches");
  private static final TypedResult<IQuantity> SHORT = Figures.countOf("short", "Short Launches");
  private static final TypedResult<IQuantity> SHARE = Figures.shareOf("share", "Share");
  private static final TypedResult<IQuantity> KERNEL = Figures.timeOf("kernel", "Median Kernels");
  private static final TypedResult<IQuantity> LAUNCH = Figures.timeOf("launch", "Median Launch");
  private static final TypedResult<String> NAME = Figures.textOf("name", "Kernel");
  private static final TypedResult<IQuantity> TIME = Figures.timeOf("time", "Launching");
  private static final TypedResult<String> THREADS = Figures.textOf("threads", "Threads");

  public LaunchBoundRule() {
    super(
        ID,
        "Launch Overhead",
        Topics.KERNELS,
        Lists.join(LIMITS.preferences(), LAUNCHES_NEEDED),
        List.of(TypedResult.SCORE, LAUNCHES, SHORT, SHARE, KERNEL, LAUNCH, NAME, TIME, THREADS),
        EventTypes.KERNEL_DISPATCH);
  }

  @Override
  IResult judge(IItemCollection items, IPreferenceValueProvider preferences) {
    List<RecordedCall> calls = GpuEvents.calls(items);
    if (calls.isEmpty()) {
      return notApplicable(preferences, NO_CALLS);
    }
    // One call may launch several kernels: a graph.
    Map<Long, List<Work>> kernels = new HashMap<>();
    boolean withoutTimes = false;
    for (Work dispatch : GpuEvents.dispatches(items)) {
      if (!dispatch.timed()) {
        withoutTimes = true;
      } else if (dispatch.correlationId() != 0) {
        kernels.computeIfAbsent(dispatch.correlationId(), id -> new ArrayList<>()).add(dispatch);
      }
    }
    List<RecordedCall> launching = new ArrayList<>();
    List<Long> launchNanos = new ArrayList<>();
    List<Long> kernelNanos = new ArrayList<>();
    Map<String, Integer> names = new HashMap<>();
    for (RecordedCall call : calls) {
      List<Work> launched = kernels.get(call.correlationId());
      if (launched != null) {
        long nanos = Figures.totalNanos(launched);
        launching.add(call);
        launchNanos.add(call.nanos());
        kernelNanos.add(nanos);
        if (nanos < call.nanos()) {
          names.merge(launched.get(0).name(), 1, Integer::sum);
        }
      }
    }
    int launches = launchNanos.size();
    if (launches < preferences.getPreferenceValue(LAUNCHES_NEEDED).longValue()) {
      return notApplicable(
          preferences,
          withoutTimes
              ? "There are too few launches to judge, because kernels of OpenCL queues without"
                  + " profiling have no times."
              : "There are too few launches to judge.");
    }
    int shorter = names.values().stream().mapToInt(Integer::intValue).sum();
    double share = Figures.share(shorter, launches);
    TimeUse time = TimeUse.of(items);
    Intervals busy = time.busy();
    Intervals when = time.in(CallKind.LAUNCHING, CallKind.OTHER).minus(busy);
    List<RecordedCall> overhead = Calls.of(calls, CallKind.LAUNCHING, CallKind.OTHER);
    Cost cost =
        Cost.of(items, time, when)
            .byCalls(Calls.of(calls, CallKind.LAUNCHING))
            .byKernels(List.of());
    return verdict(preferences)
        .with(cost)
        .with(TIME, Figures.nanos(when.total()))
        .with(THREADS, Calls.threads(overhead, busy))
        .with(LAUNCHES, Figures.number(launches))
        .with(SHORT, Figures.number(shorter))
        .with(SHARE, Figures.percent(share))
        .with(KERNEL, Figures.nanos(Figures.median(kernelNanos)))
        .with(LAUNCH, Figures.nanos(Figures.median(launchNanos)))
        .with(
            NAME,
            names.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse("-"))
        .of(
            LIMITS.score(cost.share(), preferences),
            "The program launched, or made other calls, for {time}, {giveBack} of the recorded"
                + " time,"
                + " while no GPU worked",
            "{short} of {launches} launches ({share}) take longer than their kernel. The median"
                + " launch takes {launch} on the host, the median kernel {kernel} on the GPU."
                + " {name} is the kernel that is most often shorter than its launch. By thread:"
                + " {threads}.",
            (areOfGraphs(launching, kernels) ? OF_GRAPHS : ADVICE).toCallers(launching));
  }

  /** Whether more kernels were launched several at a time than one by one. */
  private static boolean areOfGraphs(List<RecordedCall> launching, Map<Long, List<Work>> kernels) {
    long ofGraphs = 0;
    long all = 0;
    for (RecordedCall call : launching) {
      int count = kernels.get(call.correlationId()).size();
      all += count;
      ofGraphs += FunctionCatalogue.launchesGraph(call.function()) ? count : 0;
    }
    return 2 * ofGraphs > all;
  }
}
