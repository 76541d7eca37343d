// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShownRowsTest {
  private final ShownRows<String> rows = new ShownRows<>(row -> row);

  @Test
  void sortsAndSearchesInEitherOrder() {
    rows.show(List.of("Beta", "alpha", "gamma", "delta"));
    assertThat(shown()).as("no order yet").containsExactly("Beta", "alpha", "gamma", "delta");
    rows.search(" TA ");
    assertThat(shown()).containsExactly("Beta", "delta");
    rows.order(Comparator.<String>naturalOrder().reversed());
    assertThat(shown()).containsExactly("delta", "Beta");
    rows.search("");
    assertThat(shown()).containsExactly("gamma", "delta", "alpha", "Beta");
    rows.search("l");
    rows.show(List.of("lambda", "mu"));
    assertThat(shown()).as("what is searched stays").containsExactly("lambda");
  }

  @Test
  void whatIsEqualInTheOrderStaysAsItCame() {
    rows.order(Comparator.comparingInt(String::length));
    rows.show(List.of("bb", "aa", "c", "dd"));
    assertThat(shown()).containsExactly("c", "bb", "aa", "dd");
  }

  @Test
  void placesAreThoseThatAreShown() {
    rows.show(List.of("Beta", "alpha", "gamma", "delta"));
    rows.order(Comparator.naturalOrder());
    assertThat(rows.placesOf(List.of("gamma", "alpha", "omega"))).containsExactly(1, 3);
    rows.search("m");
    assertThat(rows.placesOf(List.of("gamma", "alpha"))).containsExactly(0);
    assertThat(rows.at(new int[] {0, 3})).containsExactly("gamma");
  }

  private List<String> shown() {
    return rows.at(IntStream.range(0, rows.size()).toArray());
  }
}
