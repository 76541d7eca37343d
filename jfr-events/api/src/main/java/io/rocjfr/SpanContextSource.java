// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

/**
 * Knows to which trace the external ids belong that it pushed.
 *
 * @see Rocjfr#addSpanContexts
 */
@FunctionalInterface
public interface SpanContextSource {

  /**
   * Finds the context of a span. It is called once for each id that appears in a recording, on the
   * drain thread. JFR may wait for that thread with a lock held, so this must not wait, and must
   * not call rocjfr or JFR. An exception counts as null.
   *
   * @param externalId the id, not 0
   * @param javaThreadId the thread that had pushed it; -1 if unknown
   * @return null if the id is none of this source's
   */
  Context find(long externalId, long javaThreadId);

  /**
   * What a span is a part of.
   *
   * @param traceIdHigh the upper 64 bits of the trace id
   * @param traceIdLow the lower 64 bits of the trace id
   * @param traceFlags the flags of the W3C trace context; with 512 if the span is of another
   *     process
   */
  record Context(long traceIdHigh, long traceIdLow, int traceFlags) {}
}
