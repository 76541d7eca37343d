// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.jmc.ui.data.Made;
import io.rocjfr.jmc.ui.data.RangeRow;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class OpenLevelsTest {
  @Test
  void aFewUnlessSomethingIsSearchedFor() {
    List<RangeRow> outermost =
        tree(
            made -> {
              for (int depth = 0; depth < 5; depth++) {
                made.range(name(depth), 1, depth, 10L * depth, 1000 - 20L * depth);
              }
            });
    assertThat(OpenLevels.of(outermost, "")).isEqualTo(3);
    assertThat(OpenLevels.of(outermost, name(4))).isGreaterThanOrEqualTo(5);
    assertThat(OpenLevels.of(List.of(), "")).isEqualTo(1);
  }

  /** Names without numbers do not fold. */
  @Test
  void noneThatHasVeryManyRows() {
    List<RangeRow> outermost =
        tree(
            made -> {
              made.range("step", 1, 0, 0, 1_000_000);
              for (int i = 0; i < 2000; i++) {
                made.range(name(i), 1, 1, 10L * i, 9);
              }
            });
    assertThat(outermost.get(0).children()).hasSize(2000);
    assertThat(OpenLevels.of(outermost, "")).isEqualTo(1);
    assertThat(OpenLevels.of(outermost, "a")).isEqualTo(1);
    assertThat(OpenLevels.of(outermost, name(77))).isGreaterThanOrEqualTo(2);
  }

  private static List<RangeRow> tree(Consumer<Made> events) {
    return RangeRow.outermost(Made.data(events).ranges());
  }

  /** A number in four letters. */
  private static String name(int number) {
    StringBuilder name = new StringBuilder();
    int rest = number;
    for (int i = 0; i < 4; i++) {
      name.insert(0, (char) ('a' + rest % 26));
      rest /= 26;
    }
    return name.toString();
  }
}
