// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.TimeUse;
import io.rocjfr.jmc.model.Work;
import java.util.List;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.unit.BinaryPrefix;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.common.util.TypedPreference;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/** Many copies that are too small to use the bus. */
public final class SmallCopiesRule extends GpuRule {
  private static final String ID = "rocjfr.SmallCopies";
  private static final Limits LIMITS = Limits.ofTime(ID);
  private static final TypedPreference<IQuantity> SMALL =
      Limits.preference(
          ID + ".small",
          "Small",
          "Copies of fewer bytes are small",
          UnitLookup.MEMORY.getUnit(BinaryPrefix.KIBI).quantity(64));
  private static final TypedPreference<IQuantity> COPIES_NEEDED =
      Limits.preference(
          ID + ".copies", "Copies", "Smallest number of copies to judge", Figures.number(100));
  private static final TypedResult<IQuantity> COPIES = Figures.countOf("copies", "Copies");
  private static final TypedResult<IQuantity> FEW = Figures.countOf("few", "Small Copies");
  private static final TypedResult<IQuantity> SHARE = Figures.shareOf("share", "Share");
  private static final TypedResult<IQuantity> TIME = Figures.timeOf("time", "Time of Small Copies");
  private static final TypedResult<IQuantity> MEDIAN = Figures.bytesOf("median", "Median Size");
  private static final TypedResult<String> SLOW =
      Figures.textOf("slow", "Bandwidth of Small Copies");
  private static final TypedResult<String> FAST =
      Figures.textOf("fast", "Bandwidth of Larger Copies");

  public SmallCopiesRule() {
    super(
        ID,
        "Small Copies",
        Topics.COPIES,
        Lists.join(LIMITS.preferences(), SMALL, COPIES_NEEDED),
        List.of(TypedResult.SCORE, COPIES, FEW, SHARE, TIME, MEDIAN, SLOW, FAST),
        EventTypes.MEM_COPY);
  }

  @Override
  IResult judge(IItemCollection items, IPreferenceValueProvider preferences) {
    TimeUse time = TimeUse.of(items);
    CopyTimes times = times(time, preferences);
    List<Work> copies = times.sized();
    if (Work.lackTimes(copies)) {
      return notApplicable(preferences, LACK_TIMES);
    }
    if (copies.size() < preferences.getPreferenceValue(COPIES_NEEDED).longValue()) {
      return notApplicable(preferences, "There are too few copies to judge.");
    }
    List<Work> small = times.small();
    double share = Figures.share(small.size(), copies.size());
    Cost cost = Cost.of(items, time, times.ofSmall()).byCalls(times.callsOf(small));
    return verdict(preferences)
        .with(cost)
        .with(COPIES, Figures.number(copies.size()))
        .with(FEW, Figures.number(small.size()))
        .with(SHARE, Figures.percent(share))
        .with(TIME, Figures.nanos(Figures.totalNanos(small)))
        .with(MEDIAN, Figures.bytes(Figures.median(small.stream().map(Work::bytes).toList())))
        .with(SLOW, bandwidth(small))
        .with(FAST, bandwidth(times.large()))
        .of(
            LIMITS.score(cost.share(), preferences),
            "{few} of {copies} copies ({share}) are smaller than {rocjfr.SmallCopies.small} and"
                + " cost {giveBack} of the recorded time",
            "Their median size is {median}, and they took {time} in total. Each copy has a"
                + " fixed cost on the host and on the bus. Small copies reach {slow}, larger"
                + " ones {fast}.",
            "Gather small pieces in one pinned buffer and copy it once. Pass small arguments to"
                + " the kernel by value. Leave data on the device that only the device reads.");
  }

  /** What the rules about copies say of which. */
  static CopyTimes times(TimeUse time, IPreferenceValueProvider preferences) {
    return new CopyTimes(
        time,
        value(preferences, SMALL).clampedLongValueIn(UnitLookup.BYTE),
        value(preferences, COPIES_NEEDED).longValue());
  }

  /** JMC asks who provides preferences for those of other rules, too. */
  private static IQuantity value(
      IPreferenceValueProvider preferences, TypedPreference<IQuantity> preference) {
    IQuantity value = preferences.getPreferenceValue(preference);
    return value == null ? preference.getDefaultValue() : value;
  }

  private static String bandwidth(List<Work> copies) {
    return Figures.bandwidth(
        copies.stream().mapToLong(Work::bytes).sum(), Figures.totalNanos(copies));
  }
}
