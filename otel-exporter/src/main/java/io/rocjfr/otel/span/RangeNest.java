// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

import io.rocjfr.ActivityKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * Finds the range around each roctx range and mark. An inner range ends first, and what it is in is
 * known only at the end of the outer one; so it waits for that. In a recording they may also come
 * in another order, about the end of a chunk: so the latest ones are remembered.
 *
 * <p>Bounded: where too many wait, and where the range around one has not come a minute later, they
 * go without.
 */
final class RangeNest {
  private static final int MAX_WAITING = 1 << 14;
  private static final int MAX_THREADS = 1 << 10;

  /**
   * Of all threads. Two threads drain, each into buffers of JFR of its own, so that about the end
   * of a chunk thousands of events may come after those of the other one.
   */
  private static final int REMEMBERED = 1 << 15;

  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final Comparator<Activity> OUTER_FIRST =
      Comparator.<Activity>comparingLong(activity -> activity.begin)
          .thenComparingInt(activity -> activity.depth);

  /** Of one thread. */
  private static final class Ranges {
    final ArrayDeque<Activity> waiting = new ArrayDeque<>();

    /** By depth and begin: those of one depth do not overlap. */
    final Map<Integer, TreeMap<Long, Activity>> remembered = new HashMap<>();
  }

  private record Remembered(Ranges ranges, Activity range) {}

  /** The latest last. */
  private final ArrayDeque<Remembered> latest = new ArrayDeque<>();

  private final BiConsumer<Activity, Activity> out;
  private final Map<Long, Ranges> threads = new HashMap<>();
  private int waiting;

  /**
   * Makes an empty one.
   *
   * @param out takes a range or mark, and the range that it is in, or null. Outer ones come first
   */
  RangeNest(BiConsumer<Activity, Activity> out) {
    this.out = out;
  }

  /** Takes the next one of a thread. */
  void add(Activity activity) {
    if (activity.rangeId != 0) { // from start to stop: on no thread's stack
      out.accept(activity, null);
      return;
    }
    // A virtual thread's ranges are its own, whichever OS threads it was on.
    long actor = activity.javaThreadId > 0 ? activity.javaThreadId : -activity.osThreadId;
    if (threads.size() >= MAX_THREADS && !threads.containsKey(actor)) {
      releaseAll();
    }
    Ranges ranges = threads.computeIfAbsent(actor, thread -> new Ranges());
    Activity own = activity.copy();
    if (own.depth == 0) {
      emit(ranges, own, null);
      return;
    }
    Activity around = find(ranges, own);
    if (around != null) {
      emit(ranges, own, around);
      return;
    }
    ranges.waiting.add(own);
    waiting++;
    if (waiting > MAX_WAITING) {
      releaseAll();
    }
  }

  /** The range around one that has come before it, against the rule. */
  private static Activity find(Ranges ranges, Activity inner) {
    TreeMap<Long, Activity> outers = ranges.remembered.get(inner.depth - 1);
    Map.Entry<Long, Activity> outer = outers == null ? null : outers.floorEntry(inner.begin);
    return outer != null && isAround(outer.getValue(), inner) ? outer.getValue() : null;
  }

  private static boolean isAround(Activity outer, Activity inner) {
    return outer.depth == inner.depth - 1 && outer.begin <= inner.begin && outer.end >= inner.end;
  }

  private void emit(Ranges ranges, Activity activity, Activity around) {
    out.accept(activity, around);
    if (activity.kind != ActivityKind.ROCTX_RANGE) {
      return;
    }
    remember(ranges, activity);
    if (ranges.waiting.isEmpty()) {
      return;
    }
    List<Activity> inside = new ArrayList<>();
    List<Activity> alone = new ArrayList<>();
    for (Iterator<Activity> all = ranges.waiting.iterator(); all.hasNext(); ) {
      Activity inner = all.next();
      boolean in = activity.begin <= inner.begin && activity.end >= inner.end;
      if (in || inner.end < activity.begin - PATIENCE_NANOS) {
        all.remove();
        waiting--;
        (in ? inside : alone).add(inner);
      }
    }
    for (Activity inner : alone) {
      out.accept(inner, null);
    }
    emitInside(ranges, activity, inside);
  }

  private void emitInside(Ranges ranges, Activity outermost, List<Activity> inside) {
    inside.sort(OUTER_FIRST);
    ArrayDeque<Activity> around = new ArrayDeque<>();
    around.push(outermost);
    for (Activity inner : inside) {
      while (!around.isEmpty() && !isAround(around.peek(), inner) && around.size() > 1) {
        around.pop();
      }
      if (!isAround(around.peek(), inner)) {
        ranges.waiting.add(inner); // for one between the two
        waiting++;
        continue;
      }
      out.accept(inner, around.peek());
      if (inner.kind == ActivityKind.ROCTX_RANGE) {
        remember(ranges, inner);
        around.push(inner);
      }
    }
  }

  private void remember(Ranges ranges, Activity range) {
    ranges
        .remembered
        .computeIfAbsent(range.depth, depth -> new TreeMap<>())
        .put(range.begin, range);
    latest.add(new Remembered(ranges, range));
    if (latest.size() > REMEMBERED) {
      Remembered oldest = latest.remove();
      oldest.ranges.remembered.get(oldest.range.depth).remove(oldest.range.begin, oldest.range);
    }
  }

  /** Releases all: there is no more to come, or too many wait. */
  void releaseAll() {
    for (Ranges ranges : threads.values()) {
      for (Activity inner : ranges.waiting) {
        out.accept(inner, null);
      }
    }
    threads.clear();
    latest.clear();
    waiting = 0;
  }
}
