// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import io.rocjfr.figures.FunctionCatalogue;
import io.rocjfr.figures.Intervals;
import io.rocjfr.jmc.model.ApiCall;
import io.rocjfr.jmc.model.GpuEvents;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.common.util.TypedPreference;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/** Threads that stand in synchronisation calls. */
public final class SynchronisationStallsRule extends GpuRule {
  private static final String ID = "rocjfr.SynchronisationStalls";
  private static final Limits LIMITS =
      Limits.ofShare(ID, "Share of a thread's time in synchronisation calls", 30, 80);
  private static final TypedPreference<IQuantity> STALL =
      Limits.preference(
          ID + ".stall",
          "Stall",
          "A call that lasts as long as this is a stall",
          UnitLookup.MILLISECOND.quantity(1));
  private static final Advice ADVICE =
      new Advice(
          "Wait for what is needed only: hipEventSynchronize or hipStreamSynchronize instead of"
              + " hipDeviceSynchronize. Prepare the next part meanwhile, poll with hipEventQuery,"
              + " or let a thread of its own wait and complete a CompletableFuture.",
          "Wait for what is needed only: clWaitForEvents for the command whose result is needed,"
              + " instead of clFinish. Prepare the next part meanwhile (after a clFlush), or have"
              + " clSetEventCallback complete a CompletableFuture.");
  private static final TypedResult<String> THREAD = Figures.textOf("thread", "Thread");
  private static final TypedResult<IQuantity> CALLS = Figures.countOf("calls", "Calls");
  private static final TypedResult<IQuantity> STALLS = Figures.countOf("stalls", "Stalls");
  private static final TypedResult<IQuantity> BLOCKED = Figures.timeOf("blocked", "Blocked");
  private static final TypedResult<IQuantity> LONGEST = Figures.timeOf("longest", "Longest Call");
  private static final TypedResult<String> FUNCTION = Figures.textOf("function", "Function");
  private static final TypedResult<IQuantity> SHARE = Figures.shareOf("share", "Share of Time");

  public SynchronisationStallsRule() {
    super(
        ID,
        "Stalls in Synchronisation",
        Topics.API,
        Lists.join(LIMITS.preferences(), STALL),
        List.of(TypedResult.SCORE, THREAD, CALLS, STALLS, BLOCKED, LONGEST, FUNCTION, SHARE));
  }

  @Override
  IResult judge(IItemCollection items, IPreferenceValueProvider preferences) {
    long stall = preferences.getPreferenceValue(STALL).clampedLongValueIn(UnitLookup.NANOSECOND);
    List<ApiCall> calls = GpuEvents.calls(items);
    if (calls.isEmpty()) {
      return notApplicable(preferences, NO_CALLS);
    }
    Map<Long, List<ApiCall>> threads =
        calls.stream()
            .filter(call -> FunctionCatalogue.waits(call.function()))
            .collect(Collectors.groupingBy(ApiCall::actor));
    List<ApiCall> worst =
        threads.values().stream()
            .max(Comparator.comparingLong(Figures::totalNanos))
            .orElse(List.of());
    if (worst.isEmpty()) {
      return verdict(preferences).fine(0, "No thread called a synchronisation function");
    }
    long stalls = worst.stream().filter(call -> call.nanos() >= stall).count();
    long blocked = Figures.totalNanos(worst);
    double share = Figures.share(blocked, Intervals.of(calls).span());
    return verdict(preferences)
        .with(THREAD, worst.get(0).threadName())
        .with(CALLS, Figures.number(worst.size()))
        .with(STALLS, Figures.number(stalls))
        .with(BLOCKED, Figures.nanos(blocked))
        .with(LONGEST, Figures.nanos(worst.stream().mapToLong(ApiCall::nanos).max().orElse(0)))
        .with(FUNCTION, mostOf(worst))
        .with(SHARE, Figures.percent(share))
        .of(
            stalls == 0 ? 0 : LIMITS.score(share, preferences),
            "Thread {thread} stood in synchronisation calls for {blocked}, {share} of the time",
            "{calls} calls, mostly {function}; {stalls} of them lasted"
                + " {rocjfr.SynchronisationStalls.stall} or more, the longest {longest}. A thread"
                + " that has nothing else to do may wait; one that answers requests or prepares"
                + " data may not.",
            ADVICE.toCallers(worst));
  }

  private static String mostOf(List<ApiCall> calls) {
    return calls.stream()
        .collect(Collectors.groupingBy(ApiCall::function, Collectors.summingLong(ApiCall::nanos)))
        .entrySet()
        .stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElseThrow();
  }
}
