// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Whether memory only grows: the least bytes that were allocated in each quarter of a time are more
 * than in the quarter before. What comes and goes within a quarter does not count.
 */
public final class MemoryTrend {
  private static final int PARTS = 4;
  private static final int FEWEST = 3 * PARTS;

  private final TreeMap<Long, Long> bytes = new TreeMap<>();

  /** So many bytes were allocated at that time. */
  public void add(long timeNanos, long allocated) {
    bytes.put(timeNanos, allocated);
  }

  /** Whether there are enough moments to judge. */
  public boolean isKnown() {
    return bytes.size() >= FEWEST;
  }

  /**
   * How much the least of the last quarter is more than that of the first; 0 if it did not grow.
   */
  public long growth() {
    if (!isKnown()) {
      return 0;
    }
    long begin = bytes.firstKey();
    long length = Math.max(1, bytes.lastKey() - begin);
    long[] least = new long[PARTS];
    Arrays.fill(least, Long.MAX_VALUE);
    for (Map.Entry<Long, Long> entry : bytes.entrySet()) {
      int part = (int) Math.min(PARTS - 1, (entry.getKey() - begin) * PARTS / length);
      least[part] = Math.min(least[part], entry.getValue());
    }
    for (int i = 1; i < PARTS; i++) {
      if (least[i] == Long.MAX_VALUE || least[i] <= least[i - 1]) {
        return 0;
      }
    }
    return least[PARTS - 1] - least[0];
  }

  /** The bytes at the last moment. */
  public long last() {
    return bytes.isEmpty() ? 0 : bytes.lastEntry().getValue();
  }
}
