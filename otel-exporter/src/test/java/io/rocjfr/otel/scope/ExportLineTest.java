// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.scope;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExportLineTest {
  private final List<String> turns = new ArrayList<>();
  private final ExportLine line = new ExportLine();

  private Runnable enter(String who) {
    return line.enter(() -> turns.add(who));
  }

  @Test
  void oneAfterTheOther() {
    Runnable first = enter("first");
    Runnable second = enter("second");
    Runnable third = enter("third");
    assertThat(turns).containsExactly("first");
    second.run(); // gives up before its turn
    first.run();
    assertThat(turns).containsExactly("first", "third");
    first.run(); // again: nothing
    third.run();
    enter("fourth");
    assertThat(turns).containsExactly("first", "third", "fourth");
  }
}
