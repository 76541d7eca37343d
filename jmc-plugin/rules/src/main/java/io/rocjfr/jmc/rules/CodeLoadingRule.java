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

/** Time in which code for the GPU is loaded or compiled, and no kernel runs. */
public final class CodeLoadingRule extends GpuRule {
  private static final String ID = "rocjfr.CodeLoading";
  private static final Limits LIMITS = Limits.ofTime(ID);
  private static final Advice ADVICE =
      new Advice(
          "Load each module once and keep it. Ship code only for the GPUs in use, and compile"
              + " it at build time. Load on a separate thread while the program prepares its data.",
          "Build each program once and keep it. Store its binary (CL_PROGRAM_BINARIES) and load"
              + " that (clCreateProgramWithBinary). Build on a separate thread while the"
              + " program prepares its data.");
  private static final TypedResult<IQuantity> CALLS = Figures.countOf("calls", "Calls");
  private static final TypedResult<IQuantity> TIME = Figures.timeOf("time", "Time");
  private static final TypedResult<IQuantity> BEFORE =
      Figures.timeOf("before", "Before the First Kernel");
  private static final TypedResult<String> FUNCTIONS = Figures.textOf("functions", "Functions");

  public CodeLoadingRule() {
    super(
        ID,
        "Loading and Compiling Code",
        Topics.API,
        LIMITS.preferences(),
        List.of(TypedResult.SCORE, CALLS, TIME, BEFORE, FUNCTIONS));
  }

  @Override
  IResult judge(IItemCollection items, IPreferenceValueProvider preferences) {
    List<RecordedCall> calls = GpuEvents.calls(items);
    if (calls.isEmpty()) {
      return notApplicable(preferences, NO_CALLS);
    }
    List<RecordedCall> loading = Calls.of(calls, CallKind.LOADING);
    TimeUse time = TimeUse.of(items);
    Intervals when = time.in(CallKind.LOADING).minus(time.kernels());
    Intervals before =
        time.kernels().isEmpty()
            ? when
            : when.and(Intervals.between(time.whole().begin(), time.kernels().begin()));
    Cost cost = Cost.of(items, time, when).byCalls(loading);
    return verdict(preferences)
        .with(cost)
        .with(CALLS, Figures.number(loading.size()))
        .with(TIME, Figures.nanos(when.total()))
        .with(BEFORE, Figures.nanos(before.total()))
        .with(FUNCTIONS, Calls.longest(loading))
        .of(
            LIMITS.score(cost.share(), preferences),
            "The program loaded or compiled code for {time}, {giveBack} of the recorded time, while"
                + " no kernel ran",
            "{calls} calls, longest first: {functions}. {before} of the time was before the"
                + " first kernel.",
            ADVICE.toCallers(loading));
  }
}
