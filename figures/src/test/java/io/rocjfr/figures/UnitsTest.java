// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitsTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0 ns",
    "999, 999 ns",
    "1000, 1.00 \u03bcs",
    "9994, 9.99 \u03bcs",
    "9996, 10.0 \u03bcs",
    "99960, 100 \u03bcs",
    "999600, 1.00 ms",
    "12345678, 12.3 ms",
    "59999999999, 60.0 s",
    "599000000000, 599 s",
    "600000000000, 0:10:00 h",
    "90061000000000, 25:01:01 h",
  })
  void durations(long nanos, String text) {
    assertThat(Units.duration(nanos)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "1023, 1023 B",
    "1024, 1.00 KiB",
    "4194304, 4.00 MiB",
    "1073741823, 1.00 GiB"
  })
  void sizes(long bytes, String text) {
    assertThat(Units.bytes(bytes)).isEqualTo(text);
  }

  @Test
  void othersReadWell() {
    assertThat(Units.bandwidth(10.5e9)).isEqualTo("10.5 GB/s");
    assertThat(Units.bandwidth(Double.NaN)).isEqualTo("-");
    assertThat(Units.share(0.12345)).isEqualTo("12.3 %");
    assertThat(Units.share(Double.NaN)).isEqualTo("-");
    assertThat(Units.count(1, "event", "events")).isEqualTo("1 event");
    assertThat(Units.count(1234567, "event", "events")).isEqualTo("1,234,567 events");
  }
}
