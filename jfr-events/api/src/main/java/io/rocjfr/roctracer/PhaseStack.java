// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.roctracer;

/**
 * The numbers that callbacks keep from ENTER to EXIT of the calling thread's calls, innermost last.
 * Kept here and not in hip_api_data_t, since HIP 5.2 has no place for them. What a thread holds is
 * the JDK's, since it may outlive the application that brought this class.
 */
final class PhaseStack {
  /** Calls within callbacks of calls; the tracer traces 8. */
  private static final int DEPTH = 16;

  /** First how many calls there are and their correlation ids; then the number of each. */
  private static final ThreadLocal<long[][]> STACKS = new ThreadLocal<>();

  private PhaseStack() {}

  private static long[][] stack() {
    long[][] stack = STACKS.get();
    if (stack == null) {
      stack = new long[1 + DEPTH][];
      stack[0] = new long[1 + DEPTH];
      STACKS.set(stack);
    }
    return stack;
  }

  static long[] enter(long correlationId) {
    long[][] data = stack();
    long[] ids = data[0];
    int at = (int) ids[0] + 1;
    if (at > DEPTH) {
      // Calls that got no EXIT, since they were disabled meanwhile: the oldest goes.
      System.arraycopy(ids, 2, ids, 1, DEPTH - 1);
      System.arraycopy(data, 2, data, 1, DEPTH - 1);
      at = DEPTH;
    }
    ids[at] = correlationId;
    ids[0] = at;
    long[] word = new long[1];
    data[at] = word;
    return word;
  }

  static long[] exit(long correlationId) {
    long[][] data = stack();
    long[] ids = data[0];
    for (int at = (int) ids[0]; at > 0; at--) {
      if (ids[at] == correlationId) {
        ids[0] = at - 1L; // inner calls that got no EXIT are over
        return data[at];
      }
    }
    return new long[1];
  }
}
