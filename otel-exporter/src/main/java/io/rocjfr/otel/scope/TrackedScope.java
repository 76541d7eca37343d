// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.scope;

import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.context.Scope;

/**
 * A scope whose span's id is the external id of its thread. It is closed as OpenTelemetry's own
 * are: one that is not the innermost of its thread, or is closed by another thread, changes
 * nothing.
 */
final class TrackedScope implements Scope {
  final TrackedScope outer;

  /** The id of its span; 0 for none. */
  final long id;

  final SpanContext context;
  private final Scope scope;
  private final ThreadSpans spans;
  private final Thread thread;

  TrackedScope(
      TrackedScope outer,
      long id,
      SpanContext context,
      Scope scope,
      ThreadSpans spans,
      Thread thread) {
    this.outer = outer;
    this.id = id;
    this.context = context;
    this.scope = scope;
    this.spans = spans;
    this.thread = thread;
  }

  @Override
  public void close() {
    scope.close();
    if (spans.top == this && Thread.currentThread() == thread) {
      spans.top = outer;
      spans.ids.pop();
    }
  }
}
