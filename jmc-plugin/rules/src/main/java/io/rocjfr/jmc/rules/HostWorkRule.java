// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import io.rocjfr.figures.Intervals;
import io.rocjfr.jmc.model.GpuEvents;
import io.rocjfr.jmc.model.RecordedCall;
import io.rocjfr.jmc.model.TimeUse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.common.util.TypedPreference;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/**
 * Time in which no GPU works and no thread is in a call, between two calls of one thread: what the
 * program does itself before it gives the GPU more.
 */
public final class HostWorkRule extends GpuRule {
  private static final String ID = "rocjfr.HostWork";
  private static final Limits LIMITS = Limits.ofTime(ID);
  private static final TypedPreference<IQuantity> LONGEST =
      Limits.preference(
          ID + ".longest",
          "Longest Time",
          "A longer time between two calls of a thread is a pause of the program",
          UnitLookup.MILLISECOND.quantity(100));
  private static final TypedResult<IQuantity> TIME = Figures.timeOf("time", "Time");
  private static final TypedResult<String> THREADS = Figures.textOf("threads", "Threads");

  public HostWorkRule() {
    super(
        ID,
        "GPU Idle While the Host Works",
        Topics.TIMELINE,
        Lists.join(LIMITS.preferences(), LONGEST),
        List.of(TypedResult.SCORE, TIME, THREADS));
  }

  @Override
  IResult judge(IItemCollection items, IPreferenceValueProvider preferences) {
    List<RecordedCall> calls = GpuEvents.calls(items);
    if (calls.isEmpty()) {
      return notApplicable(preferences, NO_CALLS);
    }
    TimeUse time = TimeUse.of(items);
    if (!time.went().hasAllCalls()) {
      return notApplicable(
          preferences,
          "The settings leave out calls, so the program's activity between calls" + " is unknown.");
    }
    if (!time.went().knowsTimes()) {
      return notApplicable(preferences, LACK_TIMES);
    }
    long longest =
        preferences.getPreferenceValue(LONGEST).clampedLongValueIn(UnitLookup.NANOSECOND);
    List<RecordedCall> pauses = new ArrayList<>();
    Map<Long, RecordedCall> last = new HashMap<>();
    for (RecordedCall call : calls) {
      RecordedCall before = last.get(call.actor());
      if (before == null || before.end() < call.end()) {
        last.put(call.actor(), call);
      }
      if (before != null && call.begin() > before.end() && call.begin() - before.end() <= longest) {
        pauses.add(call.from(before.end(), call.begin()));
      }
    }
    Intervals when = Intervals.of(pauses).and(time.outside()).minus(time.busy());
    Cost cost = Cost.of(items, time, when).byCalls(TimeUse.within(pauses, when));
    return verdict(preferences)
        .with(cost)
        .with(TIME, Figures.nanos(when.total()))
        .with(THREADS, Calls.threads(TimeUse.within(pauses, when), time.busy()))
        .of(
            LIMITS.score(cost.share(), preferences),
            "For {time}, {giveBack} of the recorded time, no GPU worked while the program did other"
                + " things between its calls",
            "This counts times of up to {rocjfr.HostWork.longest} between two calls of one"
                + " thread, if no other thread was in a call. By thread: {threads}.",
            "Use a profiler (jdk.ExecutionSample) to see what these threads do. Prepare the"
                + " next part on another thread while the GPU works, and submit it early.");
  }
}
