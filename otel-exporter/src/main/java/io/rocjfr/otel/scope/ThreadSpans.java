// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.scope;

import io.opentelemetry.api.trace.SpanContext;
import io.rocjfr.ExternalCorrelation;
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

  /** The thread's external correlation ids. */
  final ExternalCorrelation.ThreadStack ids;

  private final SpanTable table;
  private final byte[] digits = new byte[16];
  private long[] spanIds = new long[FIRST];
  private SpanContext[] contexts = new SpanContext[FIRST];
  private int next;

  ThreadSpans(Thread thread, ExternalCorrelation.ThreadStack ids, SpanTable table) {
    this.ids = ids;
    this.thread = new WeakReference<>(thread);
    this.table = table;
  }

  /** On the thread itself: remembers a valid span, and returns its id. */
  long remember(SpanContext context) {
    int last = (next - 1) & (spanIds.length - 1);
    if (contexts[last] == context) {
      return spanIds[last]; // current again, with nothing between
    }
    long id = HexIds.parse(context.getSpanId(), digits);
    int at = next & (spanIds.length - 1);
    contexts[at] = context;
    spanIds[at] = id;
    next++;
    if (at == spanIds.length - 1) {
      grow();
    }
    return id;
  }

  /** Twice as many, if the budget of all threads allows it; else the oldest are forgotten. */
  private void grow() {
    int size = spanIds.length;
    if (size >= MOST || !table.reserve(size)) {
      return;
    }
    long[] moreIds = new long[2 * size];
    SpanContext[] moreContexts = new SpanContext[2 * size];
    System.arraycopy(spanIds, 0, moreIds, 0, size);
    System.arraycopy(contexts, 0, moreContexts, 0, size);
    next = size;
    contexts = moreContexts;
    spanIds = moreIds;
  }

  /** What was reserved for it. */
  int reserved() {
    return spanIds.length - FIRST;
  }

  /** From any thread: the span of this id, or null. */
  SpanContext find(long id) {
    for (TrackedScope scope = top; scope != null; scope = scope.outer) {
      if (scope.id == id) {
        return scope.context;
      }
    }
    long[] theseIds = spanIds;
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
