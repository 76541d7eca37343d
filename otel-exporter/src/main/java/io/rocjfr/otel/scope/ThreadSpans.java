// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.scope;

import io.opentelemetry.api.trace.SpanContext;
import io.rocjfr.ExternalCorrelation;
import io.rocjfr.otel.span.HexIds;

/**
 * Which span is current on one thread, platform or virtual. Used by that thread only. Keeps nothing
 * of an application but the text of an id.
 */
final class ThreadSpans {
  private static final int DIGITS = 16;

  private final ExternalCorrelation.ThreadStack ids;
  private final byte[] digits = new byte[DIGITS];

  /** The text of the id that was parsed last: a span's is always the same object. */
  private String last = "";

  private long lastId;

  private int depth;
  private long innermost;

  ThreadSpans(ExternalCorrelation.ThreadStack ids) {
    this.ids = ids;
  }

  /** The id of the span that is current, 0 for none. */
  long innermost() {
    return innermost;
  }

  /** How many scopes of ours are open. */
  int depth() {
    return depth;
  }

  /** The id of a span; 0 for none. */
  @SuppressWarnings("ReferenceEquality") // the same object is the same text; another one is parsed
  long idOf(SpanContext span) {
    String text = span.getSpanId();
    if (text != last) { // else, as often, it is current again with no other one between
      lastId = span.isValid() ? HexIds.parse(text, digits) : 0;
      last = text;
    }
    return lastId;
  }

  /** How many external ids the thread has: what {@link #pop} needs. */
  long height() {
    return ids.height();
  }

  /** A span becomes current. */
  void push(long id) {
    ids.push(id);
    depth++;
    innermost = id;
  }

  /** A span becomes current that is not known; until the scope around it ends there is none. */
  void hide() {
    if (innermost != 0) {
      ids.push(0);
      innermost = 0;
    }
  }

  /**
   * The one before is current again.
   *
   * @param height of the stack before the push: ids that the application has left on it go, too
   */
  void pop(long before, long height) {
    depth--;
    innermost = before;
    ids.popTo(height);
  }
}
