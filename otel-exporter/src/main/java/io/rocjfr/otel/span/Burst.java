// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The activities under one span of the application, or in one trace without a span. A few
 * activities get a span each. From a certain number on they share one span. Some stay visible
 * beside it: failed calls, each function and error once, and the first ranges and marks. There are
 * at most {@link #MAX_OWN} of each sort.
 *
 * <pre>
 *   quiet ──add──► holding ──add, now they are many──► bursting
 *     ▲               │                                   │  ▲
 *     └────release────┴──────────────release──────────────┘  └─ add, when there were many before
 * </pre>
 */
final class Burst {
  static final int MAX_OWN = 8;
  private static final String NAME = "gpu burst";

  final long key;

  private final GpuSpanContext context;

  /** The application's span, 0 for none. */
  private final long parent;

  private final boolean isParentRemote;

  // Kept by the table: when the present stretch began, and when it did something last.
  long since;
  long last;

  /** Over its whole life. */
  private int count;

  /** Of the next burst's span. */
  private int ordinal;

  private int ownMarkers;

  /** Of failed calls that have spans of their own: function and error. Null for none. */
  private Set<String> seenFailures;

  /** Calls that are to come, whose work has a span under theirs. Null for none. */
  private Set<Long> owed;

  // Of the present stretch.

  /** Null: quiet. */
  private BurstTotals totals;

  /** Null while bursting. */
  private List<GpuSpan> held;

  private List<GpuSpan> failures;

  /** How many have spans of their own, without the failures. */
  private int own;

  /** Whether the one added last is one of {@link #owed}. */
  private boolean isOwed;

  /**
   * Makes a quiet one.
   *
   * @param context has the trace
   */
  Burst(long key, GpuSpanContext context, long parent, boolean isParentRemote) {
    this.key = key;
    this.context = context;
    this.parent = parent;
    this.isParentRemote = isParentRemote;
  }

  boolean isQuiet() {
    return totals == null;
  }

  /** Whether its spans are those of the application's span. */
  boolean isOfSpan() {
    return parent != 0;
  }

  /** Whether there were so many that what comes has no span of its own. */
  boolean isMany(int from) {
    return count >= from;
  }

  /** How many spans it holds. */
  int held() {
    return held == null ? 0 : held.size();
  }

  /**
   * An activity is done under it.
   *
   * @param from so many are many
   * @return whether the activity's own span is wanted: {@link #take} takes it
   */
  boolean add(Activity activity, int from) {
    if (totals == null) {
      totals = new BurstTotals(parent);
      held = isMany(from) ? null : new ArrayList<>();
    }
    count += count < Integer.MAX_VALUE ? 1 : 0;
    totals.add(activity);
    isOwed =
        held == null && owed != null && activity.isCall() && owed.remove(activity.correlationId);
    return held != null || isOwed || staysVisible(activity);
  }

  /**
   * Takes the span of the activity that was added last.
   *
   * @param out takes it, if it needs not wait
   */
  void take(GpuSpan span, int from, Consumer<? super GpuSpan> out) {
    if (held != null) {
      held.add(span);
      if (isMany(from)) {
        gather(out);
      }
    } else if (isOwed) {
      own++;
      out.accept(span);
    } else {
      show(span, out);
    }
  }

  /** They are many now. */
  private void gather(Consumer<? super GpuSpan> out) {
    List<GpuSpan> all = held;
    held = null;
    for (GpuSpan span : all) {
      if (span.failed() || span.isMarker()) {
        show(span, out);
      }
    }
  }

  private boolean staysVisible(Activity activity) {
    return activity.isCall()
        ? activity.failed() && (seenFailures == null || seenFailures.size() < MAX_OWN)
        : !activity.isWork() && ownMarkers < MAX_OWN;
  }

  /** What is around a range comes before it, so that it never lacks its parent. */
  private void show(GpuSpan span, Consumer<? super GpuSpan> out) {
    if (span.isMarker()) {
      if (ownMarkers < MAX_OWN) {
        ownMarkers++;
        own++;
        out.accept(span);
      }
      return;
    }
    if (seenFailures == null) {
      seenFailures = new HashSet<>();
    }
    if (seenFailures.size() < MAX_OWN && seenFailures.add(span.failure())) {
      if (failures == null) {
        failures = new ArrayList<>();
      }
      failures.add(span);
    }
  }

  /** Ends the present stretch: its spans go out. */
  void release(
      SpanIds ids,
      AttributeLimits limits,
      SpanResources resources,
      SpanCounts counts,
      Consumer<? super GpuSpan> out) {
    if (held != null) {
      remember(held);
      held.forEach(out);
    } else if (totals != null) {
      int failed = failures == null ? 0 : failures.size();
      long inside = totals.activities() - own - failed;
      long id = inside == 0 ? parent : ids.burst(key, totals.first(), ordinal++);
      for (int i = 0; i < failed; i++) {
        out.accept(failures.get(i).under(id, id == parent && isParentRemote));
      }
      if (inside > 0) {
        counts.saved(inside - 1);
        out.accept(
            new GpuSpan(
                NAME,
                context.sibling(id, false),
                parent,
                isParentRemote,
                totals.begin(),
                totals.end(),
                totals.attributes(),
                limits,
                resources.ofProcess()));
      }
    }
    totals = null;
    held = null;
    failures = null;
    own = 0;
  }

  /** Work may come before its call, which must have a span then. */
  private void remember(List<GpuSpan> spans) {
    Set<Long> calls = null;
    for (GpuSpan span : spans) {
      if (span.isWork() && span.parentId() != parent) {
        calls = calls == null ? new HashSet<>() : calls;
        calls.add(span.correlationId());
      }
    }
    if (calls != null) {
      for (GpuSpan span : spans) {
        if (span.isCall()) {
          calls.remove(span.correlationId());
        }
      }
      if (owed == null) {
        owed = calls;
      } else {
        owed.addAll(calls);
      }
    }
  }
}
