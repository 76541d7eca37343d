// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

/** Says which of the traces appear that begin with activity of the GPU. */
@FunctionalInterface
public interface RootSampler {
  /** Takes all: where there is no sampler. */
  RootSampler ALL = (traceHigh, traceLow, first) -> true;

  /**
   * Whether a trace is to appear. Asked for its first activity, on the thread that makes spans.
   *
   * @param traceHigh the upper half of the trace id
   * @param traceLow the lower half
   * @param first what came first of the trace; only to be read, and not to be kept
   */
  boolean samples(long traceHigh, long traceLow, Activity first);

  /** Whether such traces are ours to make: false where another application in the JVM does. */
  default boolean isResponsible() {
    return true;
  }
}
