// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.roctracer;

/**
 * The numbers that callbacks keep from ENTER to EXIT of the calling thread's calls, innermost last.
 * Kept here and not in hip_api_data_t, since HIP 5.2 has no place for them.
 */
final class PhaseStack {
  /** Calls within callbacks of calls; the tracer traces 8. */
  private static final int DEPTH = 16;

  private static final ThreadLocal<PhaseStack> STACKS = ThreadLocal.withInitial(PhaseStack::new);

  private final long[] correlationIds = new long[DEPTH];
  private final long[][] data = new long[DEPTH][];
  private int depth;

  private PhaseStack() {}

  static PhaseStack current() {
    return STACKS.get();
  }

  long[] enter(long correlationId) {
    if (depth == DEPTH) {
      // Calls that got no EXIT, since they were disabled meanwhile: the oldest goes.
      System.arraycopy(correlationIds, 1, correlationIds, 0, DEPTH - 1);
      System.arraycopy(data, 1, data, 0, DEPTH - 1);
      depth--;
    }
    correlationIds[depth] = correlationId;
    long[] word = new long[1];
    data[depth++] = word;
    return word;
  }

  long[] exit(long correlationId) {
    for (int i = depth - 1; i >= 0; i--) {
      if (correlationIds[i] == correlationId) {
        depth = i; // inner calls that got no EXIT are over
        return data[i];
      }
    }
    return new long[1];
  }
}
