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
  private final ThreadSpans spans;
  private final Thread thread;

  /** The id of the span that was current before; how deep it is now. */
  private final long before;

  private final int depth;
  private boolean closed;

  TrackedScope(Scope scope, ThreadSpans spans, Thread thread, long before, int depth) {
    this.scope = scope;
    this.spans = spans;
    this.thread = thread;
    this.before = before;
    this.depth = depth;
  }

  @Override
  public void close() {
    scope.close();
    if (!closed && Thread.currentThread() == thread && spans.depth() == depth) {
      closed = true;
      spans.pop(before);
    }
  }
}
