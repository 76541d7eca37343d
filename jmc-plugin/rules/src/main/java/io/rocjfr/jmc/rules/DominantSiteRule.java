// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import io.rocjfr.figures.CallerFrames;
import io.rocjfr.figures.Intervals;
import io.rocjfr.figures.SiteShares;
import io.rocjfr.figures.Units;
import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.GpuEvents;
import io.rocjfr.jmc.model.LaunchSite;
import io.rocjfr.jmc.model.SampledLaunches;
import io.rocjfr.jmc.model.TimeUse;
import io.rocjfr.jmc.model.Work;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/**
 * A line of Java that launches most of the GPU's time: that which tells callers apart, where all
 * launch by way of one method.
 */
public final class DominantSiteRule extends GpuRule {
  private static final String ID = "rocjfr.DominantSite";
  private static final String NO_FRAME = "(no frame of the program)";
  private static final int FEWEST = 50;

  /** What takes less does not dominate. */
  private static final double HALF = 0.5;

  private static final Limits LIMITS = Limits.ofTime(ID);
  private static final TypedResult<String> SITE = Figures.textOf("site", "Launch Site");
  private static final TypedResult<String> WAY = Figures.textOf("way", "By Way Of");
  private static final TypedResult<IQuantity> SITES = Figures.countOf("sites", "Launch Sites");
  private static final TypedResult<IQuantity> SAMPLES = Figures.countOf("samples", "Samples");
  private static final TypedResult<IQuantity> TOTAL = Figures.timeOf("total", "Total Time");
  private static final TypedResult<IQuantity> SHARE = Figures.shareOf("share", "Share");

  public DominantSiteRule() {
    super(
        ID,
        "One Launch Site Dominates",
        Topics.KERNELS,
        LIMITS.preferences(),
        List.of(TypedResult.SCORE, SITE, WAY, SITES, SAMPLES, TOTAL, SHARE),
        EventTypes.KERNEL_DISPATCH,
        EventTypes.LAUNCH_SITE);
  }

  @Override
  IResult judge(IItemCollection items, IPreferenceValueProvider preferences) {
    List<Work> dispatches = GpuEvents.dispatches(items);
    if (Work.lackTimes(dispatches)) {
      return notApplicable(preferences, LACK_TIMES);
    }
    SiteShares shares = new SiteShares(SampledLaunches.wereRefused(items));
    Set<Long> launches = dispatches.stream().map(Work::correlationId).collect(Collectors.toSet());
    List<LaunchSite> sites =
        GpuEvents.sites(items).stream()
            .filter(site -> launches.contains(site.correlationId()))
            .toList();
    Map<List<String>, Double> launchesByStack = new HashMap<>();
    sites.forEach(site -> launchesByStack.merge(site.frames(), site.weight(), Double::sum));
    CallerFrames<String> telling = new CallerFrames<>(launchesByStack, frame -> frame, null);
    for (LaunchSite site : sites) {
      shares.addSite(
          site.correlationId(),
          site.frames().isEmpty() ? NO_FRAME : telling.of(site.frames()),
          site.weight());
    }
    if (shares.sites() < FEWEST) {
      return notApplicable(preferences, "There are too few launch sites to judge.");
    }
    SampledLaunches.addKernels(items, shares);
    Map<String, Long> nanos = shares.nanos();
    nanos.remove(SiteShares.UNKNOWN);
    if (nanos.size() < 2) {
      return notApplicable(preferences, "Only one line launches kernels.");
    }
    Map.Entry<String, Long> most =
        nanos.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
    double share = Units.share(most.getValue(), Math.max(1, Figures.totalNanos(dispatches)));
    TimeUse time = TimeUse.of(items);
    Intervals kept = time.keptByKernels();
    Cost cost = Cost.of(items, time, kept, share * time.share(kept.total()));
    return verdict(preferences)
        .with(cost)
        .with(SITE, most.getKey())
        .with(WAY, telling.way().isEmpty() ? "" : " through " + String.join(" < ", telling.way()))
        .with(SITES, Figures.number(nanos.size()))
        .with(SAMPLES, Figures.number(shares.sites()))
        .with(TOTAL, Figures.nanos(most.getValue()))
        .with(SHARE, Figures.percent(share))
        .of(
            share < HALF ? 0 : LIMITS.score(cost.share(), preferences),
            "{site} launches kernels with {share} of the time of all kernels. The program waits"
                + " for them for {giveBack} of the recorded time",
            "{sites} lines launch kernels{way}. Kernels of this line took {total}, according"
                + " to {samples} sampled launches.",
            "Begin here: fewer or larger launches from this line make the most difference.");
  }
}
