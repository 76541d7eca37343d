// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import io.rocjfr.figures.GpuKey;
import io.rocjfr.figures.Intervals;
import io.rocjfr.figures.Intervals.Interval;
import io.rocjfr.figures.QueueKey;
import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.GpuEvents;
import io.rocjfr.jmc.model.RecordedCall;
import io.rocjfr.jmc.model.TimeUse;
import io.rocjfr.jmc.model.Work;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.common.util.TypedPreference;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/** Short times between the kernels of a queue, in which the queue has nothing to do. */
public final class QueueGapsRule extends GpuRule {
  private static final String ID = "rocjfr.QueueGaps";
  private static final Advice ADVICE =
      new Advice(
          "Fuse small kernels, or record repeated sequences as a HIP graph. Wait for fewer"
              + " events between streams, or let several streams fill each other's gaps.",
          "Fuse small kernels, or record repeated sequences as a command buffer"
              + " (cl_khr_command_buffer). Wait for fewer events between queues, or let several"
              + " queues fill each other's gaps.");
  private static final Limits LIMITS = Limits.ofTime(ID);
  private static final TypedPreference<IQuantity> LONGEST =
      Limits.preference(
          ID + ".longest",
          "Longest Gap",
          "A longer time is not a gap, but a pause of the program",
          UnitLookup.MILLISECOND.quantity(1));
  private static final TypedPreference<IQuantity> GAPS_NEEDED =
      Limits.preference(
          ID + ".fewest",
          "Fewest Gaps",
          "Smallest number of gaps to judge a queue",
          Figures.number(20));
  private static final TypedResult<String> QUEUE = Figures.textOf("queue", "Queue");
  private static final TypedResult<IQuantity> GAPS = Figures.countOf("gaps", "Gaps");
  private static final TypedResult<IQuantity> TOTAL = Figures.timeOf("total", "Total of Gaps");
  private static final TypedResult<IQuantity> MEDIAN = Figures.timeOf("median", "Median Gap");
  private static final TypedResult<IQuantity> KERNEL = Figures.timeOf("kernel", "Median Kernel");
  private static final TypedResult<IQuantity> SHARE = Figures.shareOf("share", "Share of Gaps");

  public QueueGapsRule() {
    super(
        ID,
        "Gaps Between Kernels",
        Topics.TIMELINE,
        Lists.join(LIMITS.preferences(), LONGEST, GAPS_NEEDED),
        List.of(TypedResult.SCORE, QUEUE, GAPS, TOTAL, MEDIAN, KERNEL, SHARE),
        EventTypes.KERNEL_DISPATCH);
  }

  @Override
  IResult judge(IItemCollection items, IPreferenceValueProvider preferences) {
    long fewest =
        preferences.getPreferenceValue(GAPS_NEEDED).clampedLongValueIn(UnitLookup.NUMBER_UNITY);
    List<Work> all = GpuEvents.work(items);
    if (Work.lackTimes(all)) {
      return notApplicable(preferences, LACK_TIMES);
    }
    TimeUse time = TimeUse.of(items);
    Optional<Gaps> found =
        all(items, preferences).stream()
            .filter(gaps -> gaps.between.size() >= fewest && !gaps.between.isEmpty())
            .max(Comparator.comparingLong(gaps -> gaps.between.total()));
    if (found.isEmpty()) {
      return verdict(preferences).fine(0, "There are almost no gaps between kernels");
    }
    Gaps worst = found.get();
    long total = worst.between.total();
    double share = Figures.share(total, total + worst.busy.total());
    Cost cost = Cost.of(items, time, worst.between.minus(time.busy())).byKernels(worst.dispatches);
    return verdict(preferences)
        .with(cost)
        .with(QUEUE, worst.queue.label())
        .with(GAPS, Figures.number(worst.between.list().size()))
        .with(TOTAL, Figures.nanos(total))
        .with(MEDIAN, Figures.nanos(Figures.medianNanos(worst.between.list())))
        .with(KERNEL, Figures.nanos(Figures.medianNanos(worst.dispatches)))
        .with(SHARE, Figures.percent(share))
        .of(
            LIMITS.score(cost.share(), preferences),
            "The kernels on {queue} have {gaps} gaps, {total} in total: {share} of"
                + " the time from kernel to kernel, and {giveBack} of the recorded time",
            "The median gap lasts {median}, the median kernel {kernel}. A gap counts if it"
                + " lasts up to {rocjfr.QueueGaps.longest}, the GPU copied nothing, and the"
                + " next kernel had been submitted before. So the queue waited for an event or"
                + " barrier, or was slow.",
            ADVICE.toSubmitters(worst.dispatches));
  }

  /** The gaps of all queues: what waits in one is not kept by the host. */
  static Intervals gaps(IItemCollection items, IPreferenceValueProvider preferences) {
    return all(items, preferences).stream()
        .map(Gaps::between)
        .reduce(Intervals.NONE, Intervals::or);
  }

  private static List<Gaps> all(IItemCollection items, IPreferenceValueProvider preferences) {
    IQuantity limit = preferences.getPreferenceValue(LONGEST);
    long longest =
        (limit == null ? LONGEST.getDefaultValue() : limit)
            .clampedLongValueIn(UnitLookup.NANOSECOND);
    List<Work> all = GpuEvents.work(items);
    Map<Long, Long> submitted = new HashMap<>();
    for (RecordedCall call : GpuEvents.calls(items)) {
      if (call.correlationId() != 0) {
        submitted.put(call.correlationId(), call.end());
      }
    }
    Map<GpuKey, List<Work>> copies =
        all.stream().filter(work -> !work.dispatch()).collect(Collectors.groupingBy(Work::gpu));
    List<Gaps> found = new ArrayList<>();
    all.stream()
        .filter(Work::dispatch)
        .collect(Collectors.groupingBy(work -> new QueueKey(work.gpu(), work.queue())))
        .forEach(
            (queue, dispatches) ->
                found.add(
                    gaps(
                        queue,
                        dispatches,
                        Intervals.of(copies.getOrDefault(queue.gpu(), List.of())),
                        longest,
                        submitted)));
    return found;
  }

  private static Gaps gaps(
      QueueKey queue,
      List<Work> dispatches,
      Intervals copies,
      long longest,
      Map<Long, Long> submitted) {
    List<Interval> gaps = new ArrayList<>();
    long until = Long.MAX_VALUE;
    for (Work dispatch : dispatches) {
      long begin = dispatch.begin();
      if (begin > until && begin - until <= longest && copies.total(until, begin) == 0) {
        // Until its call returned the host kept the kernel, not the queue.
        long since = submitted.getOrDefault(dispatch.correlationId(), until);
        gaps.add(new Interval(Math.max(until, Math.min(since, begin)), begin));
      }
      until = until == Long.MAX_VALUE ? dispatch.end() : Math.max(until, dispatch.end());
    }
    return new Gaps(queue, dispatches, Intervals.of(dispatches), Intervals.of(gaps));
  }

  private record Gaps(QueueKey queue, List<Work> dispatches, Intervals busy, Intervals between) {}
}
