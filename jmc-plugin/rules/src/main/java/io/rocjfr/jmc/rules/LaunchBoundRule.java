// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import io.rocjfr.jmc.model.ApiCall;
import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.GpuEvents;
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

/** Kernels that run shorter than the calls that launch them. */
public final class LaunchBoundRule extends GpuRule {
  private static final String ID = "rocjfr.LaunchBound";
  private static final Limits LIMITS =
      Limits.ofShare(ID, "Share of launches that take longer than what they launch", 50, 80);
  private static final TypedPreference<IQuantity> LAUNCHES_NEEDED =
      Limits.preference(
          ID + ".launches", "Launches", "How many launches it needs to judge", Figures.number(50));
  private static final Advice ADVICE =
      new Advice(
          "Give each kernel more work (bigger batches, fused kernels), record repeated sequences"
              + " as a HIP graph, or launch from several threads on streams of their own.",
          "Give each kernel more work (bigger batches, fused kernels), record repeated sequences"
              + " as a command buffer (cl_khr_command_buffer), or enqueue from several threads on"
              + " queues of their own.");
  private static final TypedResult<IQuantity> LAUNCHES = Figures.countOf("launches", "Launches");
  private static final TypedResult<IQuantity> SHORT = Figures.countOf("short", "Short Launches");
  private static final TypedResult<IQuantity> SHARE = Figures.shareOf("share", "Share");
  private static final TypedResult<IQuantity> KERNEL = Figures.timeOf("kernel", "Median Kernels");
  private static final TypedResult<IQuantity> LAUNCH = Figures.timeOf("launch", "Median Launch");
  private static final TypedResult<String> NAME = Figures.textOf("name", "Kernel");

  public LaunchBoundRule() {
    super(
        ID,
        "Launch-Bound Kernels",
        Topics.KERNELS,
        Lists.join(LIMITS.preferences(), LAUNCHES_NEEDED),
        List.of(TypedResult.SCORE, LAUNCHES, SHORT, SHARE, KERNEL, LAUNCH, NAME),
        EventTypes.KERNEL_DISPATCH);
  }

  @Override
  IResult judge(IItemCollection items, IPreferenceValueProvider preferences) {
    List<ApiCall> calls = GpuEvents.calls(items);
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
    List<ApiCall> launching = new ArrayList<>();
    List<Long> launchNanos = new ArrayList<>();
    List<Long> kernelNanos = new ArrayList<>();
    Map<String, Integer> names = new HashMap<>();
    for (ApiCall call : calls) {
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
              ? "There are too few launches to judge: kernels of OpenCL's queues without profiling"
                  + " have no times."
              : "There are too few launches to judge.");
    }
    int shorter = names.values().stream().mapToInt(Integer::intValue).sum();
    double share = Figures.share(shorter, launches);
    return verdict(preferences)
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
            LIMITS.score(share, preferences),
            "{short} of {launches} launches ({share}) take longer than the kernels that they"
                + " launch",
            "The median launch takes {launch} on the host, the median kernel {kernel} on the GPU;"
                + " the kernel that is most often too short is {name}. The GPU ends its work"
                + " faster than one thread can submit it.",
            ADVICE.toCallers(launching));
  }
}
