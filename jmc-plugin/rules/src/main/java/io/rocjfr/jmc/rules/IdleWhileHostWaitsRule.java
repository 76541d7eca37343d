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
import java.util.List;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/** GPUs that have nothing to do while the program waits for them. */
public final class IdleWhileHostWaitsRule extends GpuRule {
  private static final String ID = "rocjfr.IdleWhileHostWaits";
  private static final Limits LIMITS = Limits.ofTime(ID);
  private static final Advice ADVICE =
      new Advice(
          "Wait less often. Submit more work before each synchronisation. Replace blocking"
              + " copies by hipMemcpyAsync on a stream. Order work with streams and events"
              + " instead of on the host, or record repeated work as a HIP graph. For short"
              + " waits hipSetDeviceFlags(hipDeviceScheduleSpin) notices the end sooner.",
          "Wait less often. Enqueue more commands before each clFinish or clWaitForEvents."
              + " Order commands with events and queues instead of on the host. Call clFlush as"
              + " soon as there is work. Otherwise the work may begin only when the"
              + " program waits for it.");
  private static final TypedResult<IQuantity> IDLE = Figures.timeOf("idle", "Waited for Idle GPU");
  private static final TypedResult<IQuantity> WAITED = Figures.timeOf("waited", "Waited");
  private static final TypedResult<IQuantity> SHARE = Figures.shareOf("share", "Share of Time");

  public IdleWhileHostWaitsRule() {
    super(
        ID,
        "GPU Idle While the Host Waits",
        Topics.TIMELINE,
        LIMITS.preferences(),
        List.of(TypedResult.SCORE, IDLE, WAITED, SHARE),
        EventTypes.KERNEL_DISPATCH);
  }

  @Override
  IResult judge(IItemCollection items, IPreferenceValueProvider preferences) {
    List<Work> work = GpuEvents.work(items);
    List<RecordedCall> calls = GpuEvents.calls(items);
    if (calls.isEmpty()) {
      return notApplicable(preferences, NO_CALLS);
    }
    List<RecordedCall> waiting = calls.stream().filter(IdleWhileHostWaitsRule::waits).toList();
    if (waiting.isEmpty() && calls.stream().anyMatch(IdleWhileHostWaitsRule::mayWait)) {
      return notApplicable(
          preferences,
          "The program calls neither clFinish nor clWaitForEvents. The events do not show"
              + " whether OpenCL's reads, writes and maps block.");
    }
    if (work.stream().anyMatch(some -> some.dispatch() && !some.timed())) {
      return notApplicable(
          preferences,
          "Some kernels have no times (their OpenCL queue has no profiling), so idle times of"
              + " the devices are unknown.");
    }
    TimeUse time = TimeUse.of(items);
    Intervals waits = time.in(CallKind.WAITING);
    Intervals idle = waits.minus(time.busy()).minus(QueueGapsRule.gaps(items, preferences));
    Cost cost = Cost.of(items, time, idle).byCalls(TimeUse.within(waiting, idle));
    double share = cost.share();
    double score = LIMITS.score(share, preferences);
    return verdict(preferences)
        .with(cost)
        .with(IDLE, Figures.nanos(idle.total()))
        .with(WAITED, Figures.nanos(waits.total()))
        .with(SHARE, Figures.percent(share))
        .of(
            score,
            "For {idle} ({giveBack} of the recorded time) the program waited for the GPU while"
                + " all GPUs were idle",
            "Threads of the program were in "
                + (waiting.stream().allMatch(RecordedCall::isOpenCl)
                    ? "clFinish or clWaitForEvents"
                    : "synchronisation calls")
                + " for {waited}. For {idle} of that no kernel and no copy of this program ran"
                + " on any GPU. Either the runtime needs this time to hand over work and to"
                + " notice its end, or other programs used the GPU."
                + (calls.stream().anyMatch(call -> call.function().equals("clCreateUserEvent"))
                    ? " If work waits for a user event, this includes the time until the"
                        + " program sets it (clSetUserEventStatus)."
                    : ""),
            ADVICE.toCallers(waiting));
  }

  private static boolean waits(RecordedCall call) {
    return CallKind.of(call.function(), call.category()) == CallKind.WAITING;
  }

  private static boolean mayWait(RecordedCall call) {
    return FunctionCatalogue.mayBlock(call.function());
  }
}
