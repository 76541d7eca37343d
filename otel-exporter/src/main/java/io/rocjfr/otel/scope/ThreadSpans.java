// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.scope;

import io.opentelemetry.api.trace.SpanContext;
import io.rocjfr.ExternalCorrelation;
import io.rocjfr.SpanContextSource;
import io.rocjfr.otel.span.HexIds;
import java.lang.ref.WeakReference;

/**
 * The spans that were current on one thread: those whose scopes are open, and the latest of all.
 * Written by the thread itself; read by others, which may miss what is being written. A record of
 * what the thread did reaches its reader with the span that it did it in, since the ring that it
 * comes by is published after.
 */
final class ThreadSpans {
  private static final int FIRST = 64;
  private static final int MOST = 8192;

  /** As deep as the thread's ids go. */
  private static final int DEPTH = 63;

  /** The thread's external correlation ids. */
  final ExternalCorrelation.ThreadStack ids;

  private final WeakReference<Thread> thread;
  private final SpanTable table;
  private final byte[] digits = new byte[16];

  /** Where the spans of open scopes are, counted as {@link #next} is. */
  private final int[] openAt = new int[DEPTH];

  private SpanWords latest = new SpanWords(FIRST);
  private int next;

  private SpanContext last;
  private long lastId;

  /** How many scopes of ours are open, and the id of the innermost. */
  private int depth;

  private long innermost;

  ThreadSpans(Thread thread, ExternalCorrelation.ThreadStack ids, SpanTable table) {
    this.ids = ids;
    this.thread = new WeakReference<>(thread);
    this.table = table;
  }

  /** On the thread itself: the id of the span that is current, 0 for none. */
  long innermost() {
    return innermost;
  }

  /** On the thread itself. */
  int depth() {
    return depth;
  }

  /** On the thread itself: the id of a span, which is remembered; 0 for none. */
  long remember(SpanContext span) {
    // As often: current again, with no other one between.
    return span == last ? lastId : rememberOther(span);
  }

  private long rememberOther(SpanContext span) {
    if (!span.isValid()) {
      return 0;
    }
    long id = HexIds.parse(span.getSpanId(), digits);
    if ((next & (latest.size() - 1)) == 0 && next > 0) {
      beginLap();
    }
    latest.set(
        next++ & (latest.size() - 1), id, span.getTraceId(), span.getTraceFlags().asByte() & 0xFF);
    last = span;
    lastId = id;
    return id;
  }

  /** On the thread itself: this span, just remembered, is current now. */
  void push(long id) {
    if (depth < DEPTH) {
      openAt[depth] = next - 1;
    }
    depth++;
    innermost = id;
    ids.push(id);
  }

  /** On the thread itself: the one before is current again. */
  void pop(long before) {
    depth--;
    innermost = before;
    ids.pop();
  }

  /**
   * All places have been used since the last time: there are twice as many from now on, if the
   * budget of all threads allows it; else the oldest are forgotten, but none that is open.
   */
  private void beginLap() {
    int size = latest.size();
    if (size < MOST && table.reserve(size)) {
      SpanWords more = new SpanWords(2 * size);
      for (int i = 0; i < size; i++) {
        more.copy(i, latest, i);
      }
      int shift = next - size;
      for (int i = 0; i < Math.min(depth, DEPTH); i++) {
        openAt[i] -= shift;
      }
      next = size;
      latest = more;
      return;
    }
    // What is open was remembered, or copied, in the lap that ends now.
    SpanWords kept = new SpanWords(DEPTH);
    int open = Math.min(depth, DEPTH);
    for (int i = 0; i < open; i++) {
      kept.copy(i, latest, openAt[i] & (size - 1));
    }
    for (int i = 0; i < open; i++) {
      openAt[i] = next;
      latest.copy(next++ & (size - 1), kept, i);
    }
  }

  /** What was reserved for it. */
  int reserved() {
    return latest.size() - FIRST;
  }

  /** From any thread: the span of this id, or null. */
  SpanContextSource.Context find(long id) {
    SpanWords words = latest;
    int size = words.size();
    int newest = next;
    for (int i = 1; i <= size; i++) {
      SpanContextSource.Context found = words.get((newest - i) & (size - 1), id);
      if (found != null) {
        return found;
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
