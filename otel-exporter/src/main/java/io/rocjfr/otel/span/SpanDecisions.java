// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where API calls are filtered: which of them became spans, so that their work hangs on what there
 * is. Work may arrive before the call that submitted it, and waits for it. Bounded: the oldest
 * calls are forgotten, and where too much work waits, the oldest goes on as if its call had not
 * become a span.
 */
final class SpanDecisions {
  private static final int MAX_CALLS = 1 << 16;
  private static final int MAX_WAITING = 1 << 14;

  private final Map<Long, Boolean> kept =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
          return size() > MAX_CALLS;
        }
      };

  private final Map<Long, List<Activity>> waiting = new LinkedHashMap<>();
  private int count;

  /** Whether the call of this work became a span; null if it is not known yet. */
  Boolean of(long correlationId) {
    return kept.get(correlationId);
  }

  /** A call became a span, or did not; returns the work that waited for it. */
  List<Activity> decide(long correlationId, boolean span) {
    kept.put(correlationId, span);
    List<Activity> work = waiting.remove(correlationId);
    if (work == null) {
      return List.of();
    }
    count -= work.size();
    return work;
  }

  /** Work waits for its call; returns work that waits no longer. */
  List<Activity> await(Activity work) {
    waiting.computeIfAbsent(work.correlationId, id -> new ArrayList<>(1)).add(work.copy());
    count++;
    if (count <= MAX_WAITING) {
      return List.of();
    }
    return decide(waiting.keySet().iterator().next(), false);
  }

  /** Returns all work that waits: there is no more to come. */
  List<Activity> giveUp() {
    List<Activity> all = new ArrayList<>();
    for (List<Activity> work : waiting.values()) {
      all.addAll(work);
    }
    waiting.clear();
    count = 0;
    return all;
  }
}
