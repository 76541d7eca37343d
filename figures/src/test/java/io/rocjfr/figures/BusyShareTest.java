// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rocjfr.figures.Intervals.Interval;
import java.util.List;
import org.junit.jupiter.api.Test;

class BusyShareTest {
  @Test
  void intervalsAreSharedOutToSlots() {
    Intervals busy =
        Intervals.of(List.of(new Interval(-50, 10), new Interval(90, 210), new Interval(399, 500)));
    assertThat(BusyShare.of(busy, 0, 400, 4))
        .containsExactly(new double[] {0.2, 1, 0.1, 0.01}, within(1e-9));
    assertThat(BusyShare.of(busy, 0, 0, 3)).containsExactly(0, 0, 0);
    assertThat(BusyShare.of(Intervals.NONE, 0, 10, 2)).containsExactly(0, 0);
  }
}
