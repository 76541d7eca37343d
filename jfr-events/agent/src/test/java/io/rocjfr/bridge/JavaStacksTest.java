// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JavaStacksTest {
  private final JavaStacks stacks = new JavaStacks();

  @Test
  void theWayIntoNativeCodeIsLeftOut() {
    assertThat(JavaStacks.isOfTheWay("io.rocjfr.bridge.SiteSink")).isTrue();
    assertThat(JavaStacks.isOfTheWay("com.sun.jna.Native")).isTrue();
    assertThat(JavaStacks.isOfTheWay("jdk.proxy2.$Proxy7")).isTrue();
    assertThat(JavaStacks.isOfTheWay("com.example.Embedding")).isFalse();
    assertThat(JavaStacks.isOfTheWay("io.rocjfr.load.Sites")).isFalse();
  }

  /** This test's own frames belong to the way; JUnit's are the application's. */
  @Test
  void theSameStackHasTheSameNumber() {
    int[] numbers = new int[2];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = stacks.current();
    }
    assertThat(numbers[0]).isPositive().isEqualTo(numbers[1]);
    assertThat(stacks.text(numbers[0])).contains("org.junit.").contains(".java:");
    assertThat(stacks.text(numbers[0]).lines().count()).isLessThanOrEqualTo(64);
    assertThat(stacks.text(0)).isNull();
    assertThat(stacks.text(JavaStacks.MOST + 1)).isNull();
  }
}
