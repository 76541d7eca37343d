// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LogHistogramTest {
  @Test
  void eachPowerOfTenHasTenBars() {
    LogHistogram histogram =
        new LogHistogram(
            LogHistogram.Axis.TENS, List.of(new long[] {1000, 1001, 1_000_000}, new long[] {9999}));
    assertThat(histogram.bars()).isEqualTo(31);
    assertThat(histogram.count(0, 0)).isEqualTo(2);
    assertThat(histogram.count(0, 30)).isEqualTo(1);
    assertThat(histogram.count(1, 9)).isEqualTo(1);
    assertThat(histogram.lower(10)).isEqualTo(10_000);
    assertThat(histogram.isPower(10)).isTrue();
    assertThat(histogram.isPower(11)).isFalse();
    assertThat(histogram.highest()).isEqualTo(2);
    assertThat(histogram.distribution().percentile(50)).isEqualTo(1001);
    assertThat(histogram.position(10_000)).isCloseTo(10, org.assertj.core.data.Offset.offset(1e-9));
  }

  @Test
  void sizesHaveABarForEachPowerOfTwo() {
    LogHistogram histogram =
        new LogHistogram(LogHistogram.Axis.TWOS, List.of(new long[] {1024, 2047, 2048, 0}));
    assertThat(histogram.bars()).isEqualTo(12);
    assertThat(histogram.count(0, 0)).as("0 counts as 1").isEqualTo(1);
    assertThat(histogram.count(0, 10)).isEqualTo(2);
    assertThat(histogram.count(0, 11)).isEqualTo(1);
    assertThat(new LogHistogram(LogHistogram.Axis.TENS, List.of(new long[0])).bars()).isZero();
  }
}
