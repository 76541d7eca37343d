// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.flame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** The stacks of millions of calls. */
class SiteTableTest {
  @Test
  void allAreKept() {
    SiteTable table = new SiteTable();
    for (long id = 1; id <= 100_000; id++) {
      table.add(id * 4096, (int) (id % 7), 2);
    }
    for (long id = 1; id <= 100_000; id++) {
      assertThat(table.node(id * 4096)).isEqualTo((int) (id % 7));
      assertThat(table.weight(id * 4096)).isEqualTo(2);
    }
    assertThat(table.node(5)).isEqualTo(-1);
    assertThat(table.weight(5)).isZero();
  }

  /** Which ones are kept does not depend on the stack: what they stand for stays right. */
  @Test
  void beyondTheBoundSomeStandForOthers() {
    SiteTable table = new SiteTable(4096);
    int calls = 100_000;
    for (long id = 1; id <= calls; id++) {
      table.add(id, (int) (id % 10), 1);
    }
    assertThat(table.size()).isLessThanOrEqualTo(4097);
    double sum = 0;
    double ofOne = 0;
    for (long id = 1; id <= calls; id++) {
      sum += table.weight(id);
      ofOne += table.node(id) == 3 ? table.weight(id) : 0;
    }
    assertThat(sum).isCloseTo(calls, within(calls * 0.1));
    assertThat(ofOne).isCloseTo(calls / 10.0, within(calls * 0.03));
  }
}
