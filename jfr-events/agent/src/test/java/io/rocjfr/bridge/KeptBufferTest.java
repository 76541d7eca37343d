// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class KeptBufferTest {
  private final KeptBuffer kept = new KeptBuffer();

  private long write(int bytes, long value) {
    return kept.with(
        bytes,
        buffer -> {
          assertThat(buffer.isDirect()).isTrue();
          assertThat(buffer.capacity()).isEqualTo(bytes);
          assertThat(buffer.order()).isEqualTo(ByteOrder.nativeOrder());
          long before = buffer.getLong(0);
          buffer.putLong(0, value);
          return before;
        });
  }

  @Test
  void theSameMemoryIsLentAgain() {
    write(64, 7);
    assertThat(write(32, 8)).isEqualTo(7);
    assertThat(write(64, 9)).isEqualTo(8);
  }

  @Test
  void whoAsksForMoreGetsMore() {
    write(32, 7);
    write(64, 8);
    assertThat(write(64, 9)).isEqualTo(8);
  }

  @Test
  void nobodyGetsWhatIsLent() {
    kept.with(
        64,
        outer -> {
          outer.putLong(0, 7);
          write(64, 8);
          assertThat(outer.getLong(0)).isEqualTo(7);
          return null;
        });
  }
}
