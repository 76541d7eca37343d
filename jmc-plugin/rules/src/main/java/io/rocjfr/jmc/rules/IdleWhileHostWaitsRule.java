// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import io.rocjfr.figures.Intervals;
import io.rocjfr.figures.Timed;
import io.rocjfr.jmc.model.ApiCall;
import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.GpuEvents;
import io.rocjfr.jmc.model.HipFunctions;
import io.rocjfr.jmc.model.Work;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/** GPUs that have nothing to do while the program waits for them. */
public final class IdleWhileHostWaitsRule extends GpuRule {
  private static final String ID = "rocjfr.IdleWhileHostWaits";
  private static final Limits LIMITS =
      Limits.ofShare(ID, "Share of the time in which the host waits for an idle GPU", 10, 30);
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
        EventTypes.HIP_API,
        EventTypes.KERNEL_DISPATCH);
  }

  @Override
  IResult judge(IItemCollection items, IPreferenceValueProvider preferences) {
    List<Work> work = GpuEvents.work(items);
    List<ApiCall> calls = GpuEvents.calls(items);
    Intervals waits = Intervals.of(calls.stream().filter(IdleWhileHostWaitsRule::waits).toList());
    Intervals idle = waits.minus(Intervals.of(work));
    List<Timed> all = new ArrayList<>(work);
    all.addAll(calls);
    double share = Figures.share(idle.total(), Intervals.of(all).span());
    double score = LIMITS.score(share, preferences);
    return verdict(preferences)
        .with(IDLE, Figures.nanos(idle.total()))
        .with(WAITED, Figures.nanos(waits.total()))
        .with(SHARE, Figures.percent(share))
        .of(
            score,
            "For {idle} ({share} of the time) the program waited for the GPU while no GPU did"
                + " anything",
            "Threads of the program were in synchronisation calls or blocking copies for {waited}."
                + " For {idle} of that no kernel and no copy ran on any GPU: it is the time that"
                + " the runtime needs to hand over work and to notice its end, or that other"
                + " programs on the GPU took.",
            "Wait less often: submit more work before each synchronisation, replace blocking"
                + " copies by hipMemcpyAsync on a stream, order work with streams and events"
                + " instead of on the host, or record repeated work as a HIP graph. For short"
                + " waits hipSetDeviceFlags(hipDeviceScheduleSpin) notices the end sooner.");
  }

  private static boolean waits(ApiCall call) {
    return HipFunctions.isSynchronisation(call.function())
        || HipFunctions.isBlockingCopy(call.function());
  }
}
