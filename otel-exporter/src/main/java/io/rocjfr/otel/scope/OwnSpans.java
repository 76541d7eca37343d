// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.scope;

import io.opentelemetry.api.trace.SpanContext;
import io.rocjfr.otel.span.HexIds;

/**
 * The spans that one SDK has begun, by id: the latest 262144. Any thread adds to it, and asks it.
 */
public final class OwnSpans {
  private static final int DIGITS = 16;

  private final SpanTable spans = new SpanTable();

  /** Has none: no memory until the first one. */
  public OwnSpans() {}

  /** A valid span has begun. */
  public void add(SpanContext span) {
    long id = HexIds.parse(span.getSpanId(), new byte[DIGITS]);
    spans.close(spans.open(id, span.getTraceId(), span.getTraceFlags().asByte() & 0xFF), id);
  }

  /** Whether it is one of them. */
  public boolean has(long id) {
    return spans.find(id, -1) != null;
  }
}
