// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.scope;

import io.opentelemetry.context.Scope;

/**
 * A scope whose span's id is the external id of its thread. It is closed as OpenTelemetry's own
 * are: one that is not the innermost of its thread, or is closed by another thread, changes
 * nothing.
 */
final class TrackedScope implements Scope {
  private final Scope scope;
  private final SpanTable table;
  private final int place;
  private final ThreadSpans spans;
  private final Thread thread;

  /** The ids of the spans that were current before and are now; how deep it is now. */
  private final long before;

  private final long id;
  private final int depth;

  /** The height of the thread's stack of external ids before. */
  private final long height;

  private boolean closed;

  /** Of what is about to be pushed. */
  TrackedScope(Scope scope, SpanTable table, int place, ThreadSpans spans, Thread thread, long id) {
    this.scope = scope;
    this.table = table;
    this.place = place;
    this.spans = spans;
    this.thread = thread;
    this.id = id;
    this.before = spans.innermost();
    this.height = spans.height();
    this.depth = spans.depth() + 1;
  }

  @Override
  public void close() {
    try {
      scope.close();
    } finally { // also where that throws, which is OpenTelemetry's
      end();
    }
  }

  private void end() {
    try {
      if (!closed && Thread.currentThread() == thread && spans.depth() == depth) {
        closed = true;
        spans.pop(before, height);
        table.close(place, id);
      }
    } catch (Throwable e) {
      Failures.add(e);
    }
  }
}
