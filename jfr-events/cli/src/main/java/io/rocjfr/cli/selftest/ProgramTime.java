// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.selftest;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Times of a recording as the program's own: between two moments at which the program read its
 * clock, JFR's clock is taken to run evenly.
 */
final class ProgramTime {
  private record Point(long epoch, long monotonic) {}

  /** Readings of one moment lie closer to each other. */
  private static final long SAME_MOMENT_NANOS = 50_000_000;

  private final List<Point> points = new ArrayList<>();

  /**
   * Makes it.
   *
   * @param references of which the shortest of each moment is taken
   */
  ProgramTime(List<RecordedWork.Reading> references) {
    List<RecordedWork.Reading> sorted = new ArrayList<>(references);
    sorted.sort(Comparator.comparingLong(RecordedWork.Reading::begin));
    RecordedWork.Reading best = null;
    long moment = 0;
    for (RecordedWork.Reading one : sorted) {
      if (best == null || one.begin() - moment > SAME_MOMENT_NANOS) {
        add(best);
        best = one;
        moment = one.begin();
      } else if (one.nanos() < best.nanos()) {
        best = one;
      }
    }
    add(best);
  }

  private void add(RecordedWork.Reading reference) {
    if (reference != null) {
      points.add(new Point(reference.begin() + reference.nanos() / 2, reference.monotonic()));
    }
  }

  boolean isKnown() {
    return !points.isEmpty();
  }

  /** The program's time of a time of the recording. */
  long of(long epoch) {
    Point first = points.get(0);
    Point last = points.get(points.size() - 1);
    long since = epoch - first.epoch();
    long spanned = last.epoch() - first.epoch();
    if (spanned <= 0) {
      return first.monotonic() + since;
    }
    long error = last.monotonic() - first.monotonic() - spanned;
    return first.monotonic() + since + Math.round((double) error * since / spanned);
  }
}
