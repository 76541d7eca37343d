// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

/**
 * Ids of spans and traces. They come from facts that both a listener and a recording have: the
 * process, the correlation id, the kind, and the number among those with the same correlation id.
 * Random enough to be unique among processes and among the ids that SDKs make.
 */
final class SpanIds {
  /** What an id is of. */
  static final int API = 1;

  static final int KERNEL = 2;
  static final int COPY = 3;
  static final int ROCTX = 4;
  private static final int TRACE_HIGH = 5;
  private static final int TRACE_LOW = 6;
  private static final int BURST = 7;

  private final long processKey;

  SpanIds(long processKey) {
    this.processKey = processKey;
  }

  /** The id of a span; never 0. */
  long span(int what, long correlationId, int ordinal) {
    return id(what, correlationId, ordinal);
  }

  /**
   * The id of a burst's span; never 0.
   *
   * @param key of what it is under
   * @param first the least correlation id in it
   */
  long burst(long key, long first, int ordinal) {
    return id(BURST, mix(key) + first, ordinal);
  }

  /** The upper half of the trace of a call, and of its work, that has no parent; never 0. */
  long traceHigh(long correlationId) {
    return id(TRACE_HIGH, correlationId, 0);
  }

  /** The lower half. */
  long traceLow(long correlationId) {
    return id(TRACE_LOW, correlationId, 0);
  }

  private long id(int what, long correlationId, int ordinal) {
    long mixed = mix(processKey ^ mix(correlationId + ((long) what << 56)) + ordinal);
    return mixed == 0 ? 1 : mixed;
  }

  /** The finalizer of a hash: every bit of the input changes half of the output's. */
  private static long mix(long value) {
    long v = (value + 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
    v = (v ^ v >>> 30) * 0xBF58476D1CE4E5B9L;
    v = (v ^ v >>> 27) * 0x94D049BB133111EBL;
    return v ^ v >>> 31;
  }
}
