// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LiveMemoryTest {
  private final LiveMemory live = new LiveMemory();

  private void add(long moment, long id, long bytes, String stack) {
    live.add(
        new LiveMemory.Allocation(
            moment, moment * 1000, id, 1, bytes, 5, "hipMalloc", "device", 0, stack));
  }

  @Test
  void growthIsFromTheFirstMomentToTheLast() {
    add(3, 7, 100, "leak");
    add(3, 8, 100, "leak");
    add(3, 9, 950, "cache");
    add(1, 7, 100, "leak");
    add(1, 5, 900, "cache");
    add(2, 7, 100, "leak");
    assertThat(live.moments()).isEqualTo(3);
    assertThat(live.bytes()).isEqualTo(1150);
    assertThat(live.growthBytes()).isEqualTo(150);
    assertThat(live.held()).extracting(h -> h.site().stack()).containsExactly("leak", "cache");
    assertThat(live.held().get(0).growthBytes()).isEqualTo(100);
    assertThat(live.held().get(0).growthCount()).isEqualTo(1);
  }

  @Test
  void theSameMomentOfTwoFilesCountsOnce() {
    add(1, 7, 100, "leak");
    add(1, 7, 100, "leak");
    assertThat(live.bytes()).isEqualTo(100);
    assertThat(live.count()).isEqualTo(1);
  }

  @Test
  void oneMomentHasGrownFromNothing() {
    add(1, 7, 100, null);
    assertThat(live.growthBytes()).isEqualTo(100);
    assertThat(live.held().get(0).site().stack()).isNull();
  }
}
