// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import io.rocjfr.figures.Intervals;
import io.rocjfr.jmc.model.ApiCall;
import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.GpuEvents;
import io.rocjfr.jmc.model.HipFunctions;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/**
 * Memory that is allocated and freed again and again. Many allocations at the start and as many
 * frees at the end are no churn: what counts is how often an allocation follows a free.
 */
public final class AllocationChurnRule extends GpuRule {
  private static final String ID = "rocjfr.AllocationChurn";
  private static final Limits LIMITS =
      Limits.ofNumber(ID, "Number of rounds of freeing and allocating", 20, 200);
  private static final TypedResult<IQuantity> ALLOCATIONS =
      Figures.countOf("allocations", "Allocations");
  private static final TypedResult<IQuantity> FREES = Figures.countOf("frees", "Frees");
  private static final TypedResult<IQuantity> ROUNDS = Figures.countOf("rounds", "Rounds");
  private static final TypedResult<IQuantity> TIME = Figures.timeOf("time", "Time of the Calls");
  private static final TypedResult<IQuantity> SHARE = Figures.shareOf("share", "Share of Time");

  public AllocationChurnRule() {
    super(
        ID,
        "Allocation Churn",
        Topics.API,
        LIMITS.preferences(),
        List.of(TypedResult.SCORE, ALLOCATIONS, FREES, ROUNDS, TIME, SHARE),
        EventTypes.HIP_API);
  }

  @Override
  IResult judge(IItemCollection items, IPreferenceValueProvider preferences) {
    List<ApiCall> calls = GpuEvents.calls(items);
    List<ApiCall> both = new ArrayList<>();
    int allocations = 0;
    int rounds = 0;
    boolean freed = false;
    for (ApiCall call : calls) {
      if (call.failed()) {
        continue; // nothing was allocated or freed
      }
      if (HipFunctions.isAllocation(call.function())) {
        both.add(call);
        allocations++;
        rounds += freed ? 1 : 0;
        freed = false;
      } else if (HipFunctions.isFree(call.function())) {
        both.add(call);
        freed = true;
      }
    }
    if (both.isEmpty()) {
      return verdict(preferences).fine(0, "Nothing was allocated or freed");
    }
    Intervals inCalls = Intervals.of(both);
    return verdict(preferences)
        .with(ALLOCATIONS, Figures.number(allocations))
        .with(FREES, Figures.number(both.size() - allocations))
        .with(ROUNDS, Figures.number(rounds))
        .with(TIME, Figures.nanos(inCalls.total()))
        .with(SHARE, Figures.percent(Figures.share(inCalls.total(), Intervals.of(calls).span())))
        .of(
            LIMITS.score(rounds, preferences),
            "Memory was freed and allocated again {rounds} times",
            "{allocations} allocations and {frees} frees took {time}, {share} of the time. Each"
                + " asks the driver, and hipFree waits until the device has ended its work, so"
                + " that nothing can be submitted ahead.",
            "Allocate once and reuse the buffers, or take them from a pool: hipMallocAsync and"
                + " hipFreeAsync work in the order of the stream and keep the memory.");
  }
}
