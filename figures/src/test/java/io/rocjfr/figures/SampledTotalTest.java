// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whose work is, of which only some calls were picked. */
class SampledTotalTest {
  private static final int WEIGHT = 20;

  private final SampledTotal<String> total = new SampledTotal<>();

  /** Short work of Java's, of which one in {@link #WEIGHT} calls was picked. */
  private void picked(int pieces, int each) {
    for (int i = 0; i < pieces; i++) {
      boolean is = i % WEIGHT == 0;
      total.add(each, 1, is ? "java" : null, is ? WEIGHT : 0);
    }
  }

  private Map<String, Double> values(boolean refused) {
    Map<String, Double> values = new HashMap<>();
    total.split(
        refused, (key, value, pieces, samples) -> values.merge("" + key, value, Double::sum));
    assertThat(values.values().stream().mapToDouble(value -> value).sum())
        .isCloseTo(total.value(), within(1e-6 * total.value()));
    return values;
  }

  /** Threads that are not Java's launch the same kernel, which runs much longer for them. */
  @Test
  void whatNobodyWasPickedOfIsNotTheOthersWhereItIsMuch() {
    picked(50_000, 8);
    total.add(1_000 * 200.0, 1_000, null, 0);
    for (boolean refused : new boolean[] {true, false}) {
      assertThat(values(refused).get("null")).isCloseTo(200_000, within(1.0));
      assertThat(values(refused).get("java")).isCloseTo(400_000, within(1.0));
    }
  }

  @Test
  void ofAStepThatIsSharedOnlyThePickedPartIsKnown() {
    picked(50_000, 8);
    picked(2_000, 200);
    total.add(3_000 * 200.0, 3_000, null, 0);
    assertThat(values(false).get("null")).isCloseTo(600_000, within(1.0));
  }

  @Test
  void fewOfWhichByChanceNobodyWasPickedAreDividedAsTheOthers() {
    picked(50_000, 8);
    total.add(10 * 200.0, 10, null, 0);
    assertThat(values(false)).containsOnlyKeys("java");
  }
}
