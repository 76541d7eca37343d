// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.util.Map;
import java.util.TreeMap;

/**
 * How long at least one of many intervals was running, in bounded memory: intervals may come in any
 * order, as long as none comes after {@link #WINDOW} separate later ones.
 */
final class BusyTime {
  static final int WINDOW = 4096;

  /** Separate intervals, begin to end. */
  private final TreeMap<Long, Long> open = new TreeMap<>();

  /** What was counted and let go, all of it before {@link #settled}. */
  private long closed;

  private long settled = Long.MIN_VALUE;

  void add(long begin, long end) {
    long from = Math.max(begin, settled);
    if (from >= end) {
      return;
    }
    long to = end;
    // Swallow what the new interval touches.
    Map.Entry<Long, Long> neighbour = open.floorEntry(to);
    while (neighbour != null && neighbour.getValue() >= from) {
      from = Math.min(from, neighbour.getKey());
      to = Math.max(to, neighbour.getValue());
      open.remove(neighbour.getKey());
      neighbour = open.floorEntry(to);
    }
    open.put(from, to);
    if (open.size() > WINDOW) {
      Map.Entry<Long, Long> oldest = open.pollFirstEntry();
      closed += oldest.getValue() - oldest.getKey();
      settled = oldest.getValue();
    }
  }

  long nanos() {
    long sum = closed;
    for (Map.Entry<Long, Long> interval : open.entrySet()) {
      sum += interval.getValue() - interval.getKey();
    }
    return sum;
  }
}
