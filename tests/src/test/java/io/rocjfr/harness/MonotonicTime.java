// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** From a recording's times to CLOCK_MONOTONIC, by the load's reference events. */
public final class MonotonicTime {
  private final long[] times;
  private final long[] offsets;

  /** Takes the shorter half of the references: the others were interrupted. */
  public MonotonicTime(List<Activity> references) {
    assertThat(references).as("clock references").hasSizeGreaterThan(100);
    long limit =
        references.stream()
            .mapToLong(MonotonicTime::duration)
            .sorted()
            .skip(references.size() / 2)
            .findFirst()
            .orElseThrow();
    List<Activity> good =
        references.stream().filter(reference -> duration(reference) <= limit).toList();
    times = new long[good.size()];
    offsets = new long[good.size()];
    for (int i = 0; i < times.length; i++) {
      times[i] = good.get(i).beginNanos() + duration(good.get(i)) / 2;
      offsets[i] = good.get(i).number("monotonic") - times[i];
    }
  }

  private static long duration(Activity reference) {
    return reference.endNanos() - reference.beginNanos();
  }

  /** CLOCK_MONOTONIC at a time of the recording. */
  public long of(long time) {
    int after = 0;
    while (after < times.length && times[after] < time) {
      after++;
    }
    if (after == 0 || after == times.length) {
      return time + offsets[Math.min(after, times.length - 1)];
    }
    double part = (double) (time - times[after - 1]) / (times[after] - times[after - 1]);
    return time + offsets[after - 1] + Math.round(part * (offsets[after] - offsets[after - 1]));
  }
}
