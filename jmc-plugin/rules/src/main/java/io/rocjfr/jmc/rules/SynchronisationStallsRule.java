// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import io.rocjfr.figures.CallKind;
import io.rocjfr.figures.Intervals;
import io.rocjfr.jmc.model.GpuEvents;
import io.rocjfr.jmc.model.RecordedCall;
import io.rocjfr.jmc.model.TimeUse;
import java.util.List;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/** Time in which the program waits for a GPU that works, and what it waits for. */
public final class SynchronisationStallsRule extends GpuRule {
  private static final String ID = "rocjfr.SynchronisationStalls";
  private static final Limits LIMITS = Limits.ofTime(ID);
  private static final Advice ADVICE =
      new Advice(
          "Make these kernels faster, or submit them earlier. Prepare the next part while they"
              + " run: poll with hipEventQuery, or let a separate thread wait and complete a"
              + " CompletableFuture. Wait only for the work that you need: use"
              + " hipEventSynchronize or hipStreamSynchronize instead of hipDeviceSynchronize.",
          "Make these kernels faster, or enqueue them earlier. Prepare the next part while they"
              + " run (after a clFlush), or let clSetEventCallback complete a"
              + " CompletableFuture. Wait only for the work that you need: use clWaitForEvents"
              + " instead of clFinish.");
  private static final TypedResult<String> THREAD = Figures.textOf("thread", "Threads");
  private static final TypedResult<IQuantity> CALLS = Figures.countOf("calls", "Calls");
  private static final TypedResult<IQuantity> BLOCKED = Figures.timeOf("blocked", "Waited");
  private static final TypedResult<IQuantity> LONGEST = Figures.timeOf("longest", "Longest Call");
  private static final TypedResult<String> FUNCTION = Figures.textOf("function", "Functions");
  private static final TypedResult<IQuantity> SHARE = Figures.shareOf("share", "Share of Time");
  private static final TypedResult<String> FOR = Figures.textOf("waitedFor", "Waited For");

  public SynchronisationStallsRule() {
    super(
        ID,
        "Waiting for the GPU",
        Topics.API,
        LIMITS.preferences(),
        List.of(TypedResult.SCORE, THREAD, CALLS, BLOCKED, LONGEST, FUNCTION, SHARE, FOR));
  }

  @Override
  IResult judge(IItemCollection items, IPreferenceValueProvider preferences) {
    List<RecordedCall> calls = GpuEvents.calls(items);
    if (calls.isEmpty()) {
      return notApplicable(preferences, NO_CALLS);
    }
    TimeUse time = TimeUse.of(items);
    boolean known = time.went().knowsTimes();
    Intervals waits = time.in(CallKind.WAITING);
    // A wait for copies is the matter of the rules about copies.
    Intervals when = known ? time.waitedForKernels() : waits;
    List<RecordedCall> waiting =
        TimeUse.within(Calls.of(calls, CallKind.WAITING, CallKind.COPYING, CallKind.FREEING), when);
    if (waiting.isEmpty()) {
      return verdict(preferences).fine(0, "No thread waited for GPU work");
    }
    Cost cost = Cost.of(items, time, when).byCalls(waiting).byKernels(time.work());
    String kernels = cost.kernels();
    return verdict(preferences)
        .with(cost)
        .with(THREAD, Calls.threads(waiting, Intervals.NONE))
        .with(CALLS, Figures.number(waiting.size()))
        .with(BLOCKED, Figures.nanos(when.total()))
        .with(
            LONGEST, Figures.nanos(waiting.stream().mapToLong(RecordedCall::nanos).max().orElse(0)))
        .with(FUNCTION, Calls.longest(waiting))
        .with(SHARE, Figures.percent(cost.share()))
        .with(FOR, kernels.isEmpty() ? "not known" : kernels)
        .of(
            LIMITS.score(cost.share(), preferences),
            known
                ? "The program waited for {blocked}, {giveBack} of the recorded time, for kernels:"
                    + " {waitedFor}"
                : "The program waited for {blocked}, {giveBack} of the recorded time, for a GPU"
                    + " whose times are unknown",
            "{calls} calls, longest first: {function}. The longest call took {longest}. By"
                + " thread: {thread}.",
            ADVICE.toCallers(waiting));
  }
}
