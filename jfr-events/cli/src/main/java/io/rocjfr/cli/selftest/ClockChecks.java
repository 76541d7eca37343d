// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.selftest;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * How far the GPU's times are from the host's. Work begins after its call and ends before the
 * program has seen its end, so each piece says: not less than this, not more than that.
 */
final class ClockChecks {
  /** Later pieces are compared with it: the most exact ones of so many. */
  private static final int SLICES = 16;

  private record Bound(long at, long least, long most) {}

  private final List<Bound> bounds = new ArrayList<>();
  private final Check offset = new Check("offset", "Offset of the GPU's clock, as recorded");
  private final Check drift = new Check("drift", "Drift of the GPU's clock, as recorded");

  void add(long at, long least, long most) {
    bounds.add(new Bound(at, least, most));
  }

  List<Check> all() {
    bounds.sort(Comparator.comparingLong(Bound::at));
    List<Bound> slices = slices();
    if (!slices.isEmpty()) {
      offset(slices);
    }
    if (slices.size() > 1) {
      drift(slices);
    }
    return List.of(offset, drift);
  }

  private List<Bound> slices() {
    List<Bound> slices = new ArrayList<>();
    int each = Math.max(1, bounds.size() / SLICES);
    for (int from = 0; from + each <= bounds.size(); from += each) {
      List<Bound> part = bounds.subList(from, from + each);
      Bound middle = part.get(part.size() / 2);
      long least = part.stream().mapToLong(Bound::least).max().orElseThrow();
      long most = part.stream().mapToLong(Bound::most).min().orElseThrow();
      slices.add(new Bound(middle.at(), least, most));
    }
    return slices;
  }

  private void offset(List<Bound> slices) {
    offset.compared(bounds.size());
    long least = slices.stream().mapToLong(Bound::least).max().orElseThrow();
    long most = slices.stream().mapToLong(Bound::most).min().orElseThrow();
    offset.figure("leastNanos", least);
    offset.figure("mostNanos", most);
    offset.text(between(least, most));
    long ahead = slices.stream().mapToLong(Bound::least).min().orElseThrow();
    long behind = slices.stream().mapToLong(Bound::most).max().orElseThrow();
    if (ahead > TimeChecks.TOLERANCE_NANOS) {
      offset.finding("the GPU's times are always ahead, by " + TimeChecks.micros(ahead));
    }
    if (behind < -TimeChecks.TOLERANCE_NANOS) {
      offset.finding("the GPU's times are always behind, by " + TimeChecks.micros(-behind));
    }
  }

  private static String between(long least, long most) {
    return least <= most
        ? "between " + TimeChecks.micros(least) + " and " + TimeChecks.micros(most)
        : "not steady, by " + TimeChecks.micros(least - most);
  }

  private void drift(List<Bound> slices) {
    drift.compared(slices.size());
    Bound first = slices.get(0);
    Bound last = slices.get(slices.size() - 1);
    double seconds = (last.at() - first.at()) / 1e9;
    double least = (last.least() - first.most()) / 1e3 / seconds;
    double most = (last.most() - first.least()) / 1e3 / seconds;
    drift.figure("leastPpm", Math.round(least));
    drift.figure("mostPpm", Math.round(most));
    drift.text(
        String.format(Locale.ROOT, "between %.0f and %.0f ppm over %.1f s", least, most, seconds));
    long gained = Math.max(last.least() - first.most(), first.least() - last.most());
    long step = 0;
    for (int i = 1; i < slices.size(); i++) {
      Bound before = slices.get(i - 1);
      Bound after = slices.get(i);
      step = Math.max(step, Math.max(after.least() - before.most(), before.least() - after.most()));
    }
    if (step > TimeChecks.TOLERANCE_NANOS && step > gained / 2) {
      drift.finding("the GPU's clock jumps, by at least " + TimeChecks.micros(step));
    } else if (gained > TimeChecks.TOLERANCE_NANOS) {
      drift.finding(
          "the GPU's clock drifts, by at least "
              + TimeChecks.micros(gained)
              + String.format(Locale.ROOT, " in %.1f s", seconds));
    }
  }
}
