// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.convert;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Lays out slices on lanes. They come in the order of their begin, and of equal begins the longest
 * first. On each lane slices are within each other, or one after the other.
 */
final class Lanes {
  private final boolean nested;
  private final List<Deque<Long>> open = new ArrayList<>();

  /** With {@code nested} a slice may lie within another one of its lane. */
  Lanes(boolean nested) {
    this.nested = nested;
  }

  /** The first lane that has room. */
  int lane(long begin, long end) {
    for (int lane = 0; lane < open.size(); lane++) {
      Deque<Long> ends = open.get(lane);
      while (!ends.isEmpty() && ends.peekLast() <= begin) {
        ends.removeLast();
      }
      if (ends.isEmpty() || (nested && ends.peekLast() >= end)) {
        ends.addLast(end);
        return lane;
      }
    }
    Deque<Long> ends = new ArrayDeque<>();
    ends.addLast(end);
    open.add(ends);
    return open.size() - 1;
  }
}
