// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BusyTimeTest {
  @Test
  void overlapsCountOnceInAnyOrder() {
    Random random = new Random(3);
    for (int round = 0; round < 200; round++) {
      boolean[] busy = new boolean[500];
      BusyTime time = new BusyTime();
      for (int i = 0; i < 60; i++) {
        int begin = random.nextInt(490);
        int end = begin + random.nextInt(10);
        time.add(begin, end);
        for (int at = begin; at < end; at++) {
          busy[at] = true;
        }
      }
      int expected = 0;
      for (boolean at : busy) {
        expected += at ? 1 : 0;
      }
      assertThat(time.nanos()).isEqualTo(expected);
    }
  }

  @Test
  void memoryIsBoundedAndNearlySortedInputExact() {
    int count = 100_000;
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      order.add(i);
    }
    Random random = new Random(4);
    for (int i = 0; i < count; i += 1000) {
      Collections.shuffle(order.subList(i, i + 1000), random);
    }
    BusyTime time = new BusyTime();
    for (int i : order) {
      time.add(10L * i, 10L * i + 4);
    }
    assertThat(time.nanos()).isEqualTo(4L * count);
    time.add(0, 10L * count);
    assertThat(time.nanos()).as("what is settled is not counted again").isLessThan(10L * count);
  }
}
