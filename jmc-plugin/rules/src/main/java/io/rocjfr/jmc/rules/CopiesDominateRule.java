// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import io.rocjfr.figures.CallKind;
import io.rocjfr.figures.GpuKey;
import io.rocjfr.figures.Intervals;
import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.GpuEvents;
import io.rocjfr.jmc.model.RecordedCall;
import io.rocjfr.jmc.model.TimeUse;
import io.rocjfr.jmc.model.Work;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/** GPUs that spend their time on copies rather than on kernels. */
public final class CopiesDominateRule extends GpuRule {
  private static final String ID = "rocjfr.CopiesDominate";
  private static final Advice OVERLAP =
      new Advice(
          "hipMemcpyAsync from pinned memory on a separate stream, with two buffers in turn.",
          "without blocking (CL_FALSE) on a separate queue, with two buffers in turn.");
  private static final Limits LIMITS = Limits.ofTime(ID);
  private static final TypedResult<IQuantity> COPIES = Figures.countOf("copies", "Copies");
  private static final TypedResult<IQuantity> BYTES = Figures.bytesOf("bytes", "Bytes");
  private static final TypedResult<IQuantity> COPYING = Figures.timeOf("copying", "Copying");
  private static final TypedResult<IQuantity> ALONE = Figures.timeOf("alone", "Only Copying");
  private static final TypedResult<IQuantity> BUSY = Figures.timeOf("busy", "Busy");
  private static final TypedResult<IQuantity> SHARE = Figures.shareOf("share", "Share");

  public CopiesDominateRule() {
    super(
        ID,
        "Copies Dominate",
        Topics.COPIES,
        LIMITS.preferences(),
        List.of(TypedResult.SCORE, COPIES, BYTES, COPYING, ALONE, BUSY, SHARE),
        EventTypes.MEM_COPY);
  }

  @Override
  IResult judge(IItemCollection items, IPreferenceValueProvider preferences) {
    List<Work> all = GpuEvents.work(items);
    if (Work.lackTimes(all)) {
      return notApplicable(preferences, LACK_TIMES);
    }
    Map<GpuKey, List<Work>> devices = all.stream().collect(Collectors.groupingBy(Work::gpu));
    long copying = 0;
    long alone = 0;
    long busy = 0;
    for (List<Work> work : devices.values()) {
      Intervals copies = Intervals.of(work.stream().filter(one -> !one.dispatch()).toList());
      Intervals kernels = Intervals.of(work.stream().filter(Work::dispatch).toList());
      copying += copies.total();
      alone += copies.minus(kernels).total();
      busy += Intervals.of(work).total();
    }
    TimeUse time = TimeUse.of(items);
    CopyTimes times = SmallCopiesRule.times(time, preferences);
    List<RecordedCall> calls = Calls.of(time.calls(), CallKind.COPYING, CallKind.SUBMITTING_COPY);
    Cost cost =
        Cost.of(items, time, times.ofOthers()).byCalls(TimeUse.within(calls, times.ofOthers()));
    List<Work> copies = all.stream().filter(one -> !one.dispatch()).toList();
    double share = Figures.share(alone, busy);
    return verdict(preferences)
        .with(cost)
        .with(COPIES, Figures.number(copies.size()))
        .with(BYTES, Figures.bytes(copies.stream().mapToLong(Work::bytes).sum()))
        .with(COPYING, Figures.nanos(copying))
        .with(ALONE, Figures.nanos(alone))
        .with(BUSY, Figures.nanos(busy))
        .with(SHARE, Figures.percent(share))
        .of(
            LIMITS.score(cost.share(), preferences),
            "For {share} of their busy time the GPUs only copied. Copies that are neither small"
                + " nor blocking cost {giveBack} of the recorded time",
            "Copies: {copies}, with {bytes} in {copying}. For {alone} of {busy} no kernel ran"
                + " on the same device at that time.",
            "Keep data on the device between kernels. Copy once, not in every iteration."
                + " Overlap copies with kernels: "
                + OVERLAP.toSubmitters(copies));
  }
}
