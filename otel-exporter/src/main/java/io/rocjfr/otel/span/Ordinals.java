// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

/**
 * Which one of the works with the same correlation id one is, by the order in which each queue's
 * arrive: a graph's launch submits many. Of a fixed number of correlation ids, the latest.
 */
final class Ordinals {
  private static final int SLOTS = 1 << 14;

  private final long[] keys = new long[SLOTS];
  private final int[] counts = new int[SLOTS];

  /** 0 for the first. */
  int next(long correlationId, int what, long queue) {
    long key = correlationId * 0x9E3779B97F4A7C15L + queue * 31 + what;
    int slot = (int) (key >>> 50);
    if (keys[slot] != key) {
      keys[slot] = key;
      counts[slot] = 0;
    }
    // Queues differ in the ordinal, too, or their first works would have one id.
    int ordinal = (int) (queue * 0x9E3779B9L) ^ counts[slot];
    counts[slot]++;
    return ordinal;
  }
}
