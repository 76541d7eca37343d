// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import io.rocjfr.figures.CallKind;
import io.rocjfr.figures.CallSettings;
import io.rocjfr.figures.Intervals;
import io.rocjfr.figures.TimeSplit;
import io.rocjfr.figures.Timed;
import io.rocjfr.figures.WhereTimeWent;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.item.ItemFilters;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.IRange;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.common.util.LabeledIdentifier;
import org.openjdk.jmc.flightrecorder.jdk.JdkAttributes;

/**
 * When the program and its GPUs did what, and where the recorded time went. At each moment the
 * program is in one state: the first kind of calls that any thread is in, or outside.
 */
public final class TimeUse {
  private static final String SETTINGS = "jdk.ActiveSetting";
  private static final KeptReads<TimeUse> KEPT = new KeptReads<>();

  private final List<RecordedCall> calls;
  private final List<Work> work;
  private final WhereTimeWent went;
  private final Intervals whole;
  private final Intervals kernels;
  private final Intervals copies;
  private final Map<CallKind, Intervals> states = new EnumMap<>(CallKind.class);
  private final Intervals outside;

  @SuppressWarnings("deprecation") // JMC has nothing else that tells the chunks' times
  private TimeUse(IItemCollection items) {
    calls = GpuEvents.calls(items);
    work = GpuEvents.work(items);
    long begin = Long.MAX_VALUE;
    long end = Long.MIN_VALUE;
    for (IRange<IQuantity> chunk : items.getUnfilteredTimeRanges()) {
      begin = Math.min(begin, chunk.getStart().clampedLongValueIn(UnitLookup.EPOCH_NS));
      end = Math.max(end, chunk.getEnd().clampedLongValueIn(UnitLookup.EPOCH_NS));
    }
    if (begin >= end) {
      for (RecordedCall call : calls) {
        begin = Math.min(begin, call.begin());
        end = Math.max(end, call.end());
      }
    }
    for (Work one : work) {
      begin = Math.min(begin, one.begin());
      end = Math.max(end, one.end());
    }
    whole = Intervals.between(begin, end);
    Set<Long> pending = PendingAtEnd.of(items).calls();
    went = split(items, begin, end, pending);
    Intervals unseen = unseen(pending, begin, end);
    kernels = Intervals.of(work.stream().filter(Work::dispatch).toList()).or(unseen);
    copies = Intervals.of(work.stream().filter(one -> !one.dispatch()).toList());
    Intervals rest = whole;
    Map<CallKind, List<RecordedCall>> kinds =
        calls.stream()
            .collect(Collectors.groupingBy(call -> CallKind.of(call.function(), call.category())));
    for (CallKind kind : CallKind.values()) {
      Intervals in = Intervals.of(kinds.getOrDefault(kind, List.of())).and(rest);
      states.put(kind, in);
      rest = rest.minus(in);
    }
    outside = rest;
  }

  /** That of a recording. */
  public static TimeUse of(IItemCollection items) {
    List<IItemIterable> arrays =
        GpuEvents.arrays(
            items,
            EventTypes.HIP_API,
            EventTypes.OPENCL_API,
            EventTypes.KERNEL_DISPATCH,
            EventTypes.MEM_COPY,
            EventTypes.TRACER_STATUS,
            EventTypes.PENDING_CALL);
    return KEPT.of(arrays, () -> List.of(new TimeUse(items))).get(0);
  }

  /** From the first call on whose work was not reported. */
  private Intervals unseen(Set<Long> pending, long begin, long end) {
    if (pending.isEmpty() || begin >= end) {
      return Intervals.of(List.of());
    }
    Map<Long, Long> ends = new HashMap<>();
    for (RecordedCall call : calls) {
      if (pending.contains(call.correlationId())) {
        ends.put(call.correlationId(), call.end());
      }
    }
    long first = end;
    for (long id : pending) {
      first = Math.min(first, ends.getOrDefault(id, begin));
    }
    return Intervals.between(first, end);
  }

  private WhereTimeWent split(IItemCollection items, long begin, long end, Set<Long> pending) {
    TimeSplit split = TimeSplit.inMemory();
    split.addPending(pending);
    CallSettings settings = settings(items);
    for (RecordedCall call : calls) {
      settings.addCall(call.isOpenCl(), call.nanos());
      split.addCall(
          call.threadName().equals(GpuEvents.UNKNOWN) ? "" : call.threadName(),
          call.function(),
          call.category(),
          call.begin(),
          call.end(),
          call.correlationId());
    }
    for (Work one : work) {
      settings.addWork(one.isOpenCl());
      split.addWork(
          one.gpu(), one.dispatch(), one.timed(), one.begin(), one.end(), one.correlationId());
    }
    return split.isEmpty() || begin >= end
        ? WhereTimeWent.NOTHING
        : split.of(begin, end, settings.areAllCalls());
  }

  private static CallSettings settings(IItemCollection items) {
    CallSettings settings = new CallSettings();
    for (IItemIterable events : items.apply(ItemFilters.type(SETTINGS))) {
      IMemberAccessor<LabeledIdentifier, IItem> event =
          JdkAttributes.REC_SETTING_FOR.getAccessor(events.getType());
      IMemberAccessor<String, IItem> name =
          JdkAttributes.REC_SETTING_NAME.getAccessor(events.getType());
      IMemberAccessor<String, IItem> value =
          JdkAttributes.REC_SETTING_VALUE.getAccessor(events.getType());
      if (event == null || name == null || value == null) {
        continue;
      }
      for (IItem item : events) {
        LabeledIdentifier of = event.getMember(item);
        if (of != null && name.getMember(item) != null) {
          settings.addSetting(of.getInterfaceId(), name.getMember(item), value.getMember(item));
        }
      }
    }
    return settings;
  }

  /** Where the time went. */
  public WhereTimeWent went() {
    return went;
  }

  /** All calls, by their begin. */
  public List<RecordedCall> calls() {
    return calls;
  }

  /** All dispatches and copies, by their begin. */
  public List<Work> work() {
    return work;
  }

  /** From the begin of the recording, or of its first work, to the end of either. */
  public Intervals whole() {
    return whole;
  }

  /** When a kernel ran on any GPU, or may have run, since its work was not reported. */
  public Intervals kernels() {
    return kernels;
  }

  /** When a copy ran on any GPU. */
  public Intervals copies() {
    return copies;
  }

  /** When any GPU worked. */
  public Intervals busy() {
    return kernels.or(copies);
  }

  /** When the program was in one of these states. */
  public Intervals in(CallKind... kinds) {
    Intervals all = Intervals.NONE;
    for (CallKind kind : kinds) {
      all = all.or(states.get(kind));
    }
    return all;
  }

  /** When no thread was in a call. */
  public Intervals outside() {
    return outside;
  }

  /** When a kernel ran that the program waited for. */
  public Intervals waitedForKernels() {
    return in(CallKind.WAITING)
        .and(kernels)
        .or(in(CallKind.COPYING, CallKind.FREEING).and(kernels).minus(copies));
  }

  /** When a kernel ran that kept the program: see {@link io.rocjfr.figures.Bound#GPU}. */
  public Intervals keptByKernels() {
    if (went.areKernelsNearlyAlwaysThere()) {
      return kernels;
    }
    Intervals waited = waitedForKernels();
    return went.hasAllCalls() ? waited : waited.or(outside.and(kernels));
  }

  /** The share of the recorded time. */
  public double share(long nanos) {
    return whole.isEmpty() ? 0 : (double) nanos / whole.total();
  }

  /** Those of these that have a moment in common with some. */
  public static <T extends Timed> List<T> within(Collection<T> all, Intervals some) {
    return all.stream().filter(one -> some.total(one.begin(), one.end()) > 0).toList();
  }
}
