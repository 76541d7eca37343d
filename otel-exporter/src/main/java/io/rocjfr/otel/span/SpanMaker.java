// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

import io.rocjfr.ActivityKind;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Makes spans of activity, from a listener or from a recording: the one place that decides names,
 * ids and parents. For one thread.
 *
 * <ul>
 *   <li>An API call is under the span whose id is its external id.
 *   <li>Work is under the call that submitted it; where calls are no spans, under the call's
 *       parent.
 *   <li>A roctx range or mark is under the range around it, unless another span became current
 *       within that; else under the span that was current.
 *   <li>Where there are many under one span, they share one ({@link Burst}).
 * </ul>
 */
public final class SpanMaker {
  /** Which trace a span belongs to. */
  @FunctionalInterface
  public interface Traces {
    /**
     * Finds a span by its id.
     *
     * @return the table, where it now is the one found; null if the id is no span's
     */
    SpanTraces find(long externalId, long javaThreadId);

    /**
     * Whether an id that is not found may be the span of another application in the process, which
     * exports what belongs to it.
     */
    default boolean mayBeOthers() {
      return false;
    }
  }

  private final SpanIds ids;
  private final SpanOptions options;
  private final Pattern operations;
  private final Traces traces;
  private final OrphanTraces orphans;
  private final SpanResources resources;
  private final SpanCounts counts;
  private final Consumer<? super GpuSpan> out;
  private final Ordinals ordinals = new Ordinals();
  private final RangeNest ranges = new RangeNest(this::makeRange);

  /** Null unless calls may be left out one by one. */
  private final SpanDecisions decisions;

  /** Null where every activity has a span of its own. */
  private final BurstTable bursts;

  // Where the present activity belongs.
  private long traceHigh;
  private long traceLow;
  private int flags;

  /** The span that was current, 0 for none. */
  private long current;

  /** What began the trace, where no span was current. */
  private long root;

  /**
   * Makes one.
   *
   * @param processKey tells the process's correlation ids from those of others
   * @param sampler says which traces appear that have no parent, where the options leave it to that
   * @param out takes the spans
   */
  public SpanMaker(
      long processKey,
      SpanOptions options,
      Traces traces,
      RootSampler sampler,
      SpanResources resources,
      SpanCounts counts,
      Consumer<? super GpuSpan> out) {
    this.ids = new SpanIds(processKey);
    this.options = options;
    this.operations = options.pattern();
    this.traces = traces;
    this.orphans = new OrphanTraces(options.orphans(), sampler, ids);
    this.resources = resources;
    this.counts = counts;
    this.out = out;
    this.decisions = options.apiSpans() && options.filters() ? new SpanDecisions() : null;
    this.bursts = options.burst() > 0 ? new BurstTable(options, ids, resources, counts, out) : null;
  }

  /** Makes the span of an activity, now or when what it depends on has come. */
  public void accept(Activity activity) {
    if (activity.kind == ActivityKind.BARRIER) {
      return;
    }
    counts.produced(1);
    switch (activity.kind) {
      case HIP_API, OPENCL_API -> makeCall(activity);
      case KERNEL_DISPATCH, MEM_COPY -> awaitCall(activity);
      default -> ranges.add(activity);
    }
  }

  /**
   * What comes from now on comes at this time: makes the spans of bursts that have paused until
   * then. Without it, a burst lasts until the end.
   */
  public void at(long nanoTime) {
    if (bursts != null) {
      bursts.at(nanoTime);
    }
  }

  /** Ends all bursts: makes their spans. */
  public void endBursts() {
    if (bursts != null) {
      bursts.releaseAll();
    }
  }

  /** There is no more to come: makes the spans that wait for something. */
  public void finish() {
    if (decisions != null) {
      for (Activity work : decisions.giveUp()) {
        makeWork(work, false);
      }
    }
    ranges.releaseAll();
    endBursts();
  }

  private void makeCall(Activity call) {
    boolean span = options.apiSpans() && passes(call);
    boolean made = false;
    if (!span) {
      counts.dropped(DropReason.FILTERED, 1);
    } else if (locate(call, call.externalId, call.correlationId)) {
      made = true;
      emit(call, ids.span(SpanIds.API, call.correlationId, 0), current);
    }
    if (decisions != null && call.correlationId != 0) {
      for (Activity work : decisions.decide(call.correlationId, made)) {
        makeWork(work, made);
      }
    }
  }

  private void awaitCall(Activity work) {
    if (decisions == null) {
      makeWork(work, options.apiSpans());
      return;
    }
    if (!passes(work)) {
      counts.dropped(DropReason.FILTERED, 1);
      return;
    }
    Boolean span = work.correlationId == 0 ? Boolean.FALSE : decisions.of(work.correlationId);
    if (span != null) {
      makeWork(work, span);
    } else {
      for (Activity other : decisions.await(work)) {
        makeWork(other, false);
      }
    }
  }

  private void makeWork(Activity work, boolean callIsSpan) {
    if (decisions == null && !passes(work)) {
      counts.dropped(DropReason.FILTERED, 1);
      return;
    }
    int what = work.kind == ActivityKind.KERNEL_DISPATCH ? SpanIds.KERNEL : SpanIds.COPY;
    int ordinal = ordinals.next(work.correlationId, what, work.queue);
    // Work without a call belongs to nothing else that came without one.
    long root =
        work.correlationId != 0 ? work.correlationId : ids.span(what, work.correlationId, ordinal);
    if (!locate(work, work.externalId, root)) {
      return;
    }
    long parent =
        callIsSpan && work.correlationId != 0
            ? ids.span(SpanIds.API, work.correlationId, 0)
            : current;
    emit(work, ids.span(what, work.correlationId, ordinal), parent);
  }

  private void makeRange(Activity activity, Activity around) {
    if (!passes(activity)) {
      counts.dropped(DropReason.FILTERED, 1);
      return;
    }
    Activity outer = around;
    activity.spanId = mayBeOfSpan(activity) ? activity.externalId : 0;
    if (outer != null
        && (!passes(outer) || (activity.spanId != 0 && activity.spanId != outer.spanId))) {
      outer = null; // it is no span, or another span became current within it
    }
    // A range that no span was current for is in the trace of the range around it.
    if (outer != null) {
      activity.spanId = outer.spanId;
    }
    long root = outer == null ? activity.correlationId : trunk(outer);
    boolean located = locate(activity, activity.spanId, root);
    activity.rangeId = outer != null && current == 0 ? root : 0;
    if (located) {
      long parent = outer == null ? current : ids.span(SpanIds.ROCTX, outer.correlationId, 0);
      emit(activity, ids.span(SpanIds.ROCTX, activity.correlationId, 0), parent);
    }
  }

  /** The application may use external ids for what are no spans. */
  private boolean mayBeOfSpan(Activity activity) {
    return activity.externalId != 0
        && (traces.find(activity.externalId, activity.javaThreadId) != null
            || traces.mayBeOthers());
  }

  /** The range that began the trace which a range is in; written into it when that was found. */
  private static long trunk(Activity range) {
    return range.rangeId != 0 ? range.rangeId : range.correlationId;
  }

  private boolean passes(Activity activity) {
    if (activity.nanos() < options.minNanos() && activity.kind != ActivityKind.ROCTX_MARK) {
      return false;
    }
    return operations == null || operations.matcher(SpanShapes.name(activity)).matches();
  }

  /**
   * Finds the trace of an activity; false if it has none, which is counted.
   *
   * @param externalId may be that of the span that was current; 0: there was none
   * @param first the correlation id of what begins its trace, where no span was current
   */
  private boolean locate(Activity activity, long externalId, long first) {
    current = 0;
    root = first;
    if (externalId != 0) {
      SpanTraces found = traces.find(externalId, activity.javaThreadId);
      if (found != null) {
        if ((found.traceFlags() & 1) == 0) {
          counts.dropped(DropReason.UNSAMPLED, 1);
          return false;
        }
        traceHigh = found.traceIdHigh();
        traceLow = found.traceIdLow();
        flags = found.traceFlags();
        current = externalId;
        return true;
      }
      if (traces.mayBeOthers()) {
        counts.dropped(DropReason.NO_PARENT, 1);
        return false;
      }
    }
    DropReason reason = orphans.drops(activity, root);
    if (reason != null) {
      counts.dropped(reason, 1);
      return false;
    }
    traceHigh = ids.traceHigh(root);
    traceLow = ids.traceLow(root);
    flags = 1;
    return true;
  }

  private void emit(Activity activity, long id, long parent) {
    if (bursts == null) {
      out.accept(span(activity, id, parent));
      return;
    }
    long key = current != 0 ? current : root;
    Burst burst = bursts.find(key);
    if (burst == null) {
      burst =
          bursts.open(
              key, new GpuSpanContext(traceHigh, traceLow, key, flags), current, isCurrentRemote());
    }
    if (bursts.add(burst, activity)) {
      bursts.take(burst, span(activity, id, parent));
    }
  }

  private boolean isCurrentRemote() {
    return current != 0 && (flags & SpanTraces.REMOTE) != 0;
  }

  private GpuSpan span(Activity activity, long id, long parent) {
    return new GpuSpan(
        SpanShapes.name(activity),
        new GpuSpanContext(traceHigh, traceLow, id, flags),
        parent,
        parent == current && isCurrentRemote(),
        activity.begin,
        Math.max(activity.begin, activity.end),
        SpanShapes.attributes(activity),
        options.limits(),
        resources.of(activity));
  }
}
