// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import io.rocjfr.figures.CallerFrames;
import io.rocjfr.figures.Intervals;
import io.rocjfr.figures.Units;
import io.rocjfr.jmc.model.GpuEvents;
import io.rocjfr.jmc.model.LaunchSite;
import io.rocjfr.jmc.model.RecordedCall;
import io.rocjfr.jmc.model.TimeUse;
import io.rocjfr.jmc.model.Work;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.rules.ResultBuilder;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/**
 * What a finding could give back of the recorded time, and where to look: its kernels, its lines,
 * its stretch of time.
 */
public final class Cost {
  public static final TypedResult<IQuantity> GIVE_BACK =
      Figures.shareOf("giveBack", "Could Give Back");
  public static final TypedResult<String> KERNELS = Figures.textOf("topKernels", "Kernels");
  public static final TypedResult<String> LINES = Figures.textOf("topLines", "Lines");
  public static final TypedResult<String> WHEN = Figures.textOf("when", "When");
  public static final TypedResult<IQuantity> BEGIN = Figures.momentOf("begin", "From");
  public static final TypedResult<IQuantity> END = Figures.momentOf("end", "To");

  /** Those of any finding. */
  static final List<TypedResult<?>> FIGURES = List.of(GIVE_BACK, KERNELS, LINES, WHEN, BEGIN, END);

  private static final int SHOWN = 3;

  private final TimeUse time;
  private final IItemCollection items;
  private final double share;
  private final Intervals when;
  private Collection<RecordedCall> calls = List.of();
  private Collection<Work> kernels = List.of();

  /** Of so much of the recorded time, and when that was. */
  private Cost(TimeUse time, IItemCollection items, double share, Intervals when) {
    this.time = time;
    this.items = items;
    this.share = share;
    this.when = when;
  }

  /** All of these moments could be given back. */
  static Cost of(IItemCollection items, TimeUse time, Intervals when) {
    return new Cost(time, items, time.share(when.total()), when);
  }

  /** A part of these moments could. */
  static Cost of(IItemCollection items, TimeUse time, Intervals when, double share) {
    return new Cost(time, items, share, when);
  }

  /** The lines that make these calls are named. */
  Cost byCalls(Collection<RecordedCall> some) {
    calls = some;
    return this;
  }

  /** These kernels are named; the lines that launched them, too, where there are no calls. */
  Cost byKernels(Collection<Work> some) {
    kernels = some.stream().filter(Work::dispatch).toList();
    return this;
  }

  double share() {
    return share;
  }

  /** Of the kernels that ran in these moments those that ran longest, with their times. */
  String kernels() {
    Map<String, List<Work>> names =
        TimeUse.within(kernels, when).stream().collect(Collectors.groupingBy(Work::name));
    Map<String, Long> nanos = new HashMap<>();
    names.forEach((name, work) -> nanos.put(name, Intervals.of(work).and(when).total()));
    return longest(nanos).stream()
        .map(kernel -> kernel.getKey() + " (" + Units.duration(kernel.getValue()) + ")")
        .collect(Collectors.joining(", "));
  }

  /** The lines that took most of these moments, by calls that were sampled. */
  private String lines() {
    Map<Long, LaunchSite> sites = new HashMap<>();
    GpuEvents.sites(items).stream()
        .filter(site -> !site.frames().isEmpty())
        .forEach(site -> sites.put(site.correlationId(), site));
    if (sites.isEmpty()) {
      return "";
    }
    Map<LaunchSite, Double> times = new HashMap<>();
    if (calls.isEmpty()) {
      kernels.forEach(
          one -> add(times, sites.get(one.correlationId()), when.total(one.begin(), one.end())));
    } else {
      calls.forEach(
          one -> add(times, sites.get(one.correlationId()), when.total(one.begin(), one.end())));
    }
    Map<List<String>, Double> byStack = new HashMap<>();
    times.forEach((site, nanos) -> byStack.merge(site.frames(), nanos, Double::sum));
    CallerFrames<String> telling = new CallerFrames<>(byStack, frame -> frame, null);
    Map<String, Long> lines = new HashMap<>();
    times.forEach(
        (site, nanos) -> lines.merge(telling.of(site.frames()), Math.round(nanos), Long::sum));
    return longest(lines).stream().map(Map.Entry::getKey).collect(Collectors.joining(", "));
  }

  private static void add(Map<LaunchSite, Double> times, LaunchSite site, long nanos) {
    if (site != null && nanos > 0) {
      times.merge(site, nanos * site.weight(), Double::sum);
    }
  }

  private static List<Map.Entry<String, Long>> longest(Map<String, Long> nanos) {
    return nanos.entrySet().stream()
        .sorted(
            Comparator.comparingLong((Map.Entry<String, Long> one) -> one.getValue())
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(SHOWN)
        .toList();
  }

  void addTo(ResultBuilder builder) {
    builder.addResult(GIVE_BACK, Figures.percent(share));
    if (when.isEmpty()) {
      return;
    }
    addText(builder, KERNELS, kernels());
    addText(builder, LINES, lines());
    Intervals shown = when.and(time.whole());
    if (!shown.isEmpty()) {
      long zero = time.whole().begin();
      builder.addResult(
          WHEN,
          "from "
              + Units.duration(shown.begin() - zero)
              + " to "
              + Units.duration(shown.end() - zero)
              + " of the recording");
      builder.addResult(BEGIN, UnitLookup.EPOCH_NS.quantity(shown.begin()));
      builder.addResult(END, UnitLookup.EPOCH_NS.quantity(shown.end()));
    }
  }

  private static void addText(ResultBuilder builder, TypedResult<String> figure, String text) {
    if (!text.isEmpty()) {
      builder.addResult(figure, text);
    }
  }
}
