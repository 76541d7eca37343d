// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import io.rocjfr.figures.GpuKey;
import io.rocjfr.figures.Intervals;
import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.GpuEvents;
import io.rocjfr.jmc.model.RecordedStatus;
import io.rocjfr.jmc.model.TimeUse;
import io.rocjfr.jmc.model.Work;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/** Devices of which some work much more than others. */
public final class DeviceImbalanceRule extends GpuRule {
  private static final String ID = "rocjfr.DeviceImbalance";
  private static final Limits LIMITS = Limits.ofTime(ID);
  private static final TypedResult<IQuantity> DEVICES = Figures.countOf("devices", "Devices");
  private static final TypedResult<IQuantity> USED = Figures.countOf("used", "Used Devices");
  private static final TypedResult<String> BUSIEST = Figures.textOf("busiest", "Busiest Device");
  private static final TypedResult<IQuantity> MOST = Figures.timeOf("most", "Most Busy Time");
  private static final TypedResult<IQuantity> LEAST = Figures.timeOf("least", "Least Busy Time");
  private static final TypedResult<IQuantity> LESS = Figures.shareOf("less", "Difference");

  public DeviceImbalanceRule() {
    super(
        ID,
        "Load Imbalance Between Devices",
        Topics.TIMELINE,
        LIMITS.preferences(),
        List.of(TypedResult.SCORE, DEVICES, USED, BUSIEST, MOST, LEAST, LESS),
        EventTypes.KERNEL_DISPATCH);
  }

  @Override
  IResult judge(IItemCollection items, IPreferenceValueProvider preferences) {
    List<Work> all = GpuEvents.work(items);
    if (Work.lackTimes(all)) {
      return notApplicable(preferences, LACK_TIMES);
    }
    Map<GpuKey, List<Work>> work =
        all.stream().collect(Collectors.groupingBy(Work::gpu, TreeMap::new, Collectors.toList()));
    long visible =
        RecordedStatus.read(items).stream().mapToLong(RecordedStatus::devices).max().orElse(0);
    long devices = Math.max(visible, work.size());
    if (devices < 2) {
      return notApplicable(preferences, "The program has only one device.");
    }
    GpuKey busiest = null;
    long most = 0;
    long total = 0;
    // A device without any event is one that did nothing.
    long least = devices > work.size() ? 0 : Long.MAX_VALUE;
    for (Map.Entry<GpuKey, List<Work>> device : work.entrySet()) {
      long busy = Intervals.of(device.getValue()).total();
      least = Math.min(least, busy);
      total += busy;
      if (busiest == null || busy > most) {
        busiest = device.getKey();
        most = busy;
      }
    }
    double less = Figures.share(most - least, most);
    // As much as where all work alike, as far as the GPUs keep the program.
    TimeUse time = TimeUse.of(items);
    Intervals kept = time.keptByKernels();
    Cost cost =
        Cost.of(items, time, kept, time.share(Math.min(most - total / devices, kept.total())));
    return verdict(preferences)
        .with(cost)
        .with(DEVICES, Figures.number(devices))
        .with(USED, Figures.number(work.size()))
        .with(BUSIEST, busiest.label())
        .with(MOST, Figures.nanos(most))
        .with(LEAST, Figures.nanos(least))
        .with(LESS, Figures.percent(less))
        .of(
            LIMITS.score(cost.share(), preferences),
            "The least busy of {devices} devices works {less} less than the busiest"
                + " ({busiest}): {giveBack} of the recorded time",
            "{used} of {devices} devices were used. The busiest worked for {most}, the least"
                + " busy for {least}. If devices work in step, all wait for the busiest.",
            "Distribute parts by their time, not by their number, or let devices take parts"
                + " from a common queue. If the other devices should not be used, hide them"
                + " with HIP_VISIBLE_DEVICES.");
  }
}
