// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import io.rocjfr.figures.CallKind;
import io.rocjfr.figures.FunctionCatalogue;
import io.rocjfr.figures.Intervals;
import io.rocjfr.jmc.model.GpuEvents;
import io.rocjfr.jmc.model.RecordedCall;
import io.rocjfr.jmc.model.TimeUse;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/**
 * Time in which memory is allocated and freed, and no kernel runs. Many allocations at the start
 * and as many frees at the end are no churn: that an allocation follows a free, and often, is what
 * makes it one.
 */
public final class AllocationChurnRule extends GpuRule {
  private static final String ID = "rocjfr.AllocationChurn";

  private static final Limits LIMITS = Limits.ofTime(ID);

  /** A program that prepares its work frees and allocates a few times, too. */
  private static final int FEW_ROUNDS = 20;

  private static final Advice COST =
      new Advice(
          "Each call asks the driver. hipFree also waits until the device has ended its work,"
              + " so nothing can be submitted ahead.",
          "Some runtimes allocate at the first command that uses the memory object. This time"
              + " does not include that.");
  private static final Advice ADVICE =
      new Advice(
          "Allocate once and reuse the buffers. Or use a pool: hipMallocAsync and hipFreeAsync"
              + " work in stream order and keep the memory.",
          "Create memory objects once and reuse them. Or make one large buffer, and parts of it"
              + " with clCreateSubBuffer.");
  private static final TypedResult<IQuantity> ALLOCATIONS =
      Figures.countOf("allocations", "Allocations");
  private static final TypedResult<IQuantity> FREES = Figures.countOf("frees", "Frees");
  private static final TypedResult<IQuantity> ROUNDS = Figures.countOf("rounds", "Rounds");
  private static final TypedResult<IQuantity> TIME = Figures.timeOf("time", "Time in Calls");
  private static final TypedResult<IQuantity> SHARE = Figures.shareOf("share", "Share of Time");

  public AllocationChurnRule() {
    super(
        ID,
        "Allocation Churn",
        Topics.API,
        LIMITS.preferences(),
        List.of(TypedResult.SCORE, ALLOCATIONS, FREES, ROUNDS, TIME, SHARE));
  }

  @Override
  IResult judge(IItemCollection items, IPreferenceValueProvider preferences) {
    List<RecordedCall> calls = GpuEvents.calls(items);
    if (calls.isEmpty()) {
      return notApplicable(preferences, NO_CALLS);
    }
    List<RecordedCall> both = new ArrayList<>();
    int allocations = 0;
    int rounds = 0;
    int references = 0;
    boolean freed = false;
    for (RecordedCall call : calls) {
      if (call.failed()) {
        continue; // nothing was allocated or freed
      }
      if (FunctionCatalogue.allocates(call.function())) {
        both.add(call);
        allocations++;
        rounds += freed ? 1 : 0;
        freed = false;
      } else if (FunctionCatalogue.references(call.function())) {
        references++;
      } else if (references > 0 && call.function().equals("clReleaseMemObject")) {
        references--; // of which object is not recorded: at worst too few are counted
      } else if (FunctionCatalogue.frees(call.function())) {
        both.add(call);
        freed = true;
      }
    }
    if (both.isEmpty()) {
      return verdict(preferences).fine(0, "Nothing was allocated or freed");
    }
    TimeUse time = TimeUse.of(items);
    Intervals inCalls =
        time.in(CallKind.ALLOCATING, CallKind.FREEING)
            .and(Intervals.of(both))
            .minus(time.kernels());
    Cost cost = Cost.of(items, time, inCalls).byCalls(both);
    double share = cost.share();
    return verdict(preferences)
        .with(cost)
        .with(ALLOCATIONS, Figures.number(allocations))
        .with(FREES, Figures.number(both.size() - allocations))
        .with(ROUNDS, Figures.number(rounds))
        .with(TIME, Figures.nanos(inCalls.total()))
        .with(SHARE, Figures.percent(share))
        .of(
            LIMITS.score(share, preferences),
            rounds < FEW_ROUNDS
                ? "Memory was allocated and freed for {giveBack} of the recorded time"
                : "Memory was freed and allocated again {rounds} times, for {giveBack} of the"
                    + " recorded time",
            "{allocations} allocations and {frees} frees took {time} in which no kernel ran. "
                + COST.toCallers(both),
            ADVICE.toCallers(both));
  }
}
