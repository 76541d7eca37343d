// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.figures.RangeForest;
import io.rocjfr.figures.RangeNode;
import org.junit.jupiter.api.Test;

/** The work below ranges, of which what overlaps counts once. */
class FoldedRangesTest {
  private static final long US = 1000;

  private final RecordingData data =
      Made.data(
          made -> {
            made.range("left", 7, 1, US, 2 * US);
            made.range("right", 7, 1, 4 * US, 2 * US);
            made.range("step", 7, 0, 0, 10 * US);
            made.call("hipLaunchKernel", 7, 1, 2 * US, 1);
            made.call("hipLaunchKernel", 7, 2, 5 * US, 1);
            made.call("hipGraphLaunch", 7, 3, 8 * US, 1);
            made.kernel("a", 0, 1, 1, 20 * US, 10 * US); // 20 to 30
            made.kernel("b", 0, 2, 2, 25 * US, 10 * US); // 25 to 35, on another queue
            made.kernel("c", 1, 1, 3, 28 * US, 4 * US); // 28 to 32, on another device
            made.kernel("d", 1, 1, 3, 40 * US, 3 * US); // 40 to 43, by the same call
            made.kernel("e", 1, 1, 3, 44 * US, 1); // and a third one
            made.startStop("request", 7, 98, 0, 6 * US);
            made.startStop("request", 7, 99, 4 * US, 3 * US);
          });

  private final EventTable table = data.table();

  @Test
  void nestedRangesHaveTheWorkOfAllWithin() {
    RangeNode nested = data.ranges().nested();
    RangeNode step = nested.children().get("step");
    assertThat(nested.children()).containsOnlyKeys("step");
    assertThat(step.works()).isEqualTo(5);
    assertThat(step.children().get("left").works()).isOne();
    assertThat(step.children().get("right").works()).isOne();
    assertThat(step.gpuNanos())
        .isEqualTo(end("b") - begin("a") + end("d") - begin("d") + end("e") - begin("e"));
  }

  @Test
  void rangesThatOverlapHaveTheSameWorkOnce() {
    RangeForest ranges = data.ranges();
    RangeNode request = ranges.startStop().children().get("request");
    assertThat(request.times().count()).isEqualTo(2);
    assertThat(request.works()).isEqualTo(2);
    assertThat(request.gpuNanos()).isEqualTo(end("b") - begin("a"));
  }

  private long begin(String kernel) {
    return table.begin(first(kernel));
  }

  private long end(String kernel) {
    return table.end(first(kernel));
  }

  private int first(String kernel) {
    for (int row : table.rows(RowKind.KERNEL)) {
      if (table.name(row).equals(kernel)) {
        return row;
      }
    }
    throw new AssertionError(kernel);
  }
}
