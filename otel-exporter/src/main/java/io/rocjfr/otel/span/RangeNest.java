// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

import io.rocjfr.ActivityKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Finds the range around each roctx range and mark. An inner range ends first, and what it is in is
 * known only at the end of the outer one; so it waits for that. Bounded: where too many wait, the
 * oldest go without.
 */
final class RangeNest {
  private static final int MAX_WAITING = 1 << 14;

  private final BiConsumer<Activity, Activity> out;
  private final Map<Long, ArrayDeque<Activity>> waiting = new HashMap<>();
  private int count;

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
    boolean pushed = activity.kind == ActivityKind.ROCTX_RANGE && activity.rangeId == 0;
    if (activity.depth > 0 && activity.rangeId == 0) {
      waiting
          .computeIfAbsent(activity.osThreadId, thread -> new ArrayDeque<>())
          .add(activity.copy());
      count++;
      if (count > MAX_WAITING) {
        releaseAll();
      }
    } else {
      out.accept(activity, null);
      if (pushed) {
        releaseWithin(activity);
      }
    }
  }

  /** A range that is in none has ended: so have all that were in it. */
  private void releaseWithin(Activity outermost) {
    ArrayDeque<Activity> inner = waiting.remove(outermost.osThreadId);
    if (inner != null) {
      count -= inner.size();
      release(outermost, inner);
    }
  }

  /** Releases all: there is no more to come, or too many wait. */
  void releaseAll() {
    for (ArrayDeque<Activity> inner : waiting.values()) {
      release(null, inner);
    }
    waiting.clear();
    count = 0;
  }

  /** From the last to the first each is preceded by what it is in. */
  private void release(Activity outermost, ArrayDeque<Activity> inner) {
    List<Activity> around = new ArrayList<>();
    if (outermost != null) {
      around.add(outermost);
    }
    for (Iterator<Activity> last = inner.descendingIterator(); last.hasNext(); ) {
      Activity activity = last.next();
      Activity parent = null;
      for (int i = around.size() - 1; i >= 0 && parent == null; i--) {
        Activity candidate = around.get(i);
        if (candidate.depth == activity.depth - 1
            && candidate.begin <= activity.begin
            && candidate.end >= activity.end) {
          parent = candidate;
        }
      }
      out.accept(activity, parent);
      if (activity.kind == ActivityKind.ROCTX_RANGE) {
        around.removeIf(other -> other.depth >= activity.depth);
        around.add(activity);
      }
    }
  }
}
