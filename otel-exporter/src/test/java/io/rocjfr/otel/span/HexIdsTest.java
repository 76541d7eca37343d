// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HexIdsTest {
  @Test
  void parsesWhatItFormats() {
    long seed = System.nanoTime();
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 10_000; i++) {
      long high = random.nextLong();
      long low = random.nextLong();
      String text = HexIds.format(high, low);
      assertThat(text).as("seed %d", seed).isEqualTo(String.format("%016x%016x", high, low));
      assertThat(HexIds.parse(text, 0)).isEqualTo(high);
      assertThat(HexIds.parse(text, 16)).isEqualTo(low);
      assertThat(HexIds.parse(text.substring(16), new byte[16])).isEqualTo(low);
      assertThat(HexIds.format(low)).isEqualTo(String.format("%016x", low));
    }
  }

  @Test
  void whatIsNoIdIsZero() {
    assertThat(HexIds.parse("", 0)).isZero();
    assertThat(HexIds.parse("00000000000000g1", 0)).isZero();
    assertThat(HexIds.parse("0123456789ABCDEF", 0)).isEqualTo(0x0123456789ABCDEFL);
  }
}
