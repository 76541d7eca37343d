// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The bursts of all spans. One ends when its span has done nothing for a while, or when it is long.
 * Bounded: where too much waits, the burst that began first ends; of the spans that were forgotten
 * first it is no longer known that there was much. For one thread.
 */
final class BurstTable {
  static final int MAX_SPANS = 1 << 16;
  static final int MAX_ACTIVE = 1 << 13;
  static final int MAX_HELD = 1 << 16;
  private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final int from;
  private final long pauseNanos;
  private final AttributeLimits limits;
  private final SpanIds ids;
  private final SpanResources resources;
  private final SpanCounts counts;
  private final Consumer<? super GpuSpan> out;

  /** By key, the one that was used least lately first. */
  private final Map<Long, Burst> all = new LinkedHashMap<>(16, 0.75f, true);

  /** Those that are not quiet, in the order in which they ceased to be. */
  private final Set<Burst> active = new LinkedHashSet<>();

  private Burst latest;
  private int held;
  private long now;

  /** Nothing ends before this time. */
  private long nextEnd = Long.MIN_VALUE;

  BurstTable(
      SpanOptions options,
      SpanIds ids,
      SpanResources resources,
      SpanCounts counts,
      Consumer<? super GpuSpan> out) {
    this.from = options.burst();
    this.pauseNanos = options.burstPauseNanos();
    this.limits = options.limits();
    this.ids = ids;
    this.resources = resources;
    this.counts = counts;
    this.out = out;
  }

  /** The one with this key; null if there is none. */
  Burst find(long key) {
    if (latest == null || latest.key != key) {
      latest = all.get(key);
    }
    return latest;
  }

  /**
   * Makes one that {@link #find} does not find.
   *
   * @param key the span that was current, or what began the trace
   * @param context has the trace
   * @param parent the span that was current; 0 for none
   */
  Burst open(long key, GpuSpanContext context, long parent, boolean isParentRemote) {
    Burst burst = new Burst(key, context, parent, isParentRemote);
    all.put(key, burst);
    latest = burst;
    return burst;
  }

  /**
   * Something is done under one of them.
   *
   * @return whether the activity's own span is wanted: {@link #take} takes it
   */
  boolean add(Burst burst, Activity activity) {
    bound(); // before, since it may end this one
    if (burst.isQuiet()) {
      burst.since = now;
      active.add(burst);
      all.putIfAbsent(burst.key, burst);
    }
    burst.last = now;
    return burst.add(activity, from);
  }

  /** Takes the span of the activity that was added last. */
  void take(Burst burst, GpuSpan span) {
    int before = burst.held();
    burst.take(span, from, out);
    held += burst.held() - before;
  }

  private void bound() {
    while (held >= MAX_HELD || active.size() > MAX_ACTIVE) {
      release(active.iterator().next());
    }
    if (all.size() > MAX_SPANS) {
      Iterator<Burst> oldest = all.values().iterator();
      Burst gone = oldest.next();
      oldest.remove();
      forget(gone);
    }
  }

  private void forget(Burst burst) {
    if (!burst.isQuiet()) {
      release(burst);
    }
    if (latest == burst) {
      latest = null;
    }
  }

  private void release(Burst burst) {
    active.remove(burst);
    held -= burst.held();
    burst.release(ids, limits, resources, counts, out);
    // A trace of ours has few parts, all of which come about the same time.
    if (!burst.isOfSpan() && !burst.isMany(from)) {
      all.remove(burst.key);
      latest = latest == burst ? null : latest;
    }
  }

  /** What comes from now on comes at this time; ends what has paused until then. */
  void at(long nanoTime) {
    now = nanoTime;
    if (nextEnd != Long.MIN_VALUE && now - nextEnd < 0) {
      return;
    }
    long next = now + Math.min(pauseNanos, LONGEST_NANOS);
    List<Burst> ended = null;
    for (Burst burst : active) {
      long end = Math.min(burst.last + pauseNanos, burst.since + LONGEST_NANOS);
      if (now - end >= 0) {
        ended = ended == null ? new ArrayList<>() : ended;
        ended.add(burst);
      } else if (end - next < 0) {
        next = end;
      }
    }
    nextEnd = next;
    if (ended != null) {
      ended.forEach(this::release);
    }
  }

  /** Ends all. */
  void releaseAll() {
    for (Burst burst : List.copyOf(active)) {
      release(burst);
    }
  }
}
