// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpareWidthTest {
  @Test
  void whatIsLeftIsShared() {
    assertThat(SpareWidth.shared(new int[] {200, 213}, 813)).containsExactly(400, 413);
    assertThat(SpareWidth.shared(new int[] {200, 213}, 814)).containsExactly(400, 414);
    assertThat(SpareWidth.shared(new int[] {100}, 250)).containsExactly(250);
  }

  @Test
  void noneIsNarrowerThanItsOwnWidth() {
    assertThat(SpareWidth.shared(new int[] {200, 213}, 300)).containsExactly(200, 213);
    assertThat(SpareWidth.shared(new int[] {}, 300)).isEmpty();
  }
}
