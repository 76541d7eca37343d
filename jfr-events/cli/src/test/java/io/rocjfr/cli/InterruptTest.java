// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.recording.TextOutput;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A command that does not end when it is to. */
class InterruptTest {
  private final StringWriter said = new StringWriter();

  /** It has no time at all, but for as long as somebody writes. */
  private Interrupt interrupt() {
    return new Interrupt(new TextOutput(new PrintWriter(said)), 0);
  }

  @Test
  void itSaysWhereWhatWasRecordedIs() {
    try (Interrupt interrupt = interrupt()) {
      interrupt.says(() -> 0, () -> "x.html is not written.");
      interrupt.hold();
      assertThat(interrupt.asked()).isCompleted();
      assertThat(said)
          .hasToString("rocjfr: stopped before all work was done. x.html is not" + " written.\n");
    }
  }

  @Test
  void itHasAsLongAsThereIsProgress() {
    int steps = 100;
    AtomicInteger step = new AtomicInteger();
    try (Interrupt interrupt = interrupt()) {
      interrupt.says(
          () -> Math.min(step.incrementAndGet(), steps), () -> "after " + step.get() + " looks");
      interrupt.hold();
      assertThat(step.get()).isGreaterThan(steps);
    }
  }

  @Test
  void whatHasEndedSaysNothing() {
    Interrupt interrupt = interrupt();
    interrupt.says(() -> 0, () -> "x.html is not written.");
    interrupt.close();
    interrupt.hold();
    assertThat(said).hasToString("");
  }
}
