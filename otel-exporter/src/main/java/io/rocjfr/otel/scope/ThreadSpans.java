// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.scope;

import io.opentelemetry.api.trace.SpanContext;
import io.rocjfr.otel.span.HexIds;
import java.lang.ref.WeakReference;

/**
 * The spans that were current on one thread: those whose scopes are open, and the latest of all.
 * Written by the thread itself without a lock or a fence; read by others, which may miss what is
 * being written. A record of what the thread did reaches its reader with the span that it did it
 * in, since the ring that it comes by is published after.
 */
final class ThreadSpans {
  private static final int FIRST = 64;
  private static final int MOST = 8192;

  private final WeakReference<Thread> thread;

  /** The innermost scope of ours, or null. */
  TrackedScope top;

  private final SpanTable table;
  private long[] ids = new long[FIRST];
  private SpanContext[] contexts = new SpanContext[FIRST];
  private int next;

  ThreadSpans(Thread thread, SpanTable table) {
    this.thread = new WeakReference<>(thread);
    this.table = table;
  }

  /** On the thread itself. */
  void remember(long id, SpanContext context) {
    int at = next & (ids.length - 1);
    contexts[at] = context;
    ids[at] = id;
    next++;
    if (at == ids.length - 1) {
      grow();
    }
  }

  /** Twice as many, if the budget of all threads allows it; else the oldest are forgotten. */
  private void grow() {
    int size = ids.length;
    if (size >= MOST || !table.reserve(size)) {
      return;
    }
    long[] moreIds = new long[2 * size];
    SpanContext[] moreContexts = new SpanContext[2 * size];
    System.arraycopy(ids, 0, moreIds, 0, size);
    System.arraycopy(contexts, 0, moreContexts, 0, size);
    next = size;
    contexts = moreContexts;
    ids = moreIds;
  }

  /** What was reserved for it. */
  int reserved() {
    return ids.length - FIRST;
  }

  /** From any thread: the span of this id, or null. */
  SpanContext find(long id) {
    for (TrackedScope scope = top; scope != null; scope = scope.outer) {
      if (scope.id == id) {
        return scope.context;
      }
    }
    long[] theseIds = ids;
    SpanContext[] theseContexts = contexts;
    int size = Math.min(theseIds.length, theseContexts.length);
    int newest = next;
    for (int i = 1; i <= size; i++) {
      int at = (newest - i) & (size - 1);
      if (theseIds[at] == id) {
        SpanContext context = theseContexts[at];
        // The two are not written together: the context itself says whether it is the one.
        if (context != null && HexIds.parse(context.getSpanId(), 0) == id) {
          return context;
        }
      }
    }
    return null;
  }

  /** Whether its thread can do nothing more. */
  boolean ended() {
    Thread owner = thread.get();
    return owner == null || !owner.isAlive();
  }
}
