// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which of the calls that the last status named got their work after it. */
class PendingCallsTest {
  private static final Unreported SAID = new Unreported(10, 3, 4, 2, 0); // and 1 of OpenCL's

  private final PendingCalls calls = new PendingCalls();

  private Unreported corrected(Long... withWork) {
    return calls.correct(SAID, Set.of(withWork)::contains);
  }

  @Test
  void workThatCameIsNotMissing() {
    calls.addLook(100, 7);
    calls.addCall(101, 1, "busy", true);
    calls.addCall(101, 2, "finished", true);
    calls.addCall(101, 3, "unasked", true);
    calls.addCall(101, 4, "unasked", true);
    assertThat(corrected(1L, 2L, 3L)).isEqualTo(new Unreported(7, 2, 3, 1, 0));
    assertThat(corrected(4L)).isEqualTo(new Unreported(9, 3, 4, 1, 0));
  }

  @Test
  void whatHasNotComeIs() {
    calls.addLook(100, 7);
    calls.addCall(101, 1, "busy", true);
    assertThat(corrected(2L)).isEqualTo(SAID);
  }

  /** Its work in the file may be what was reported before. */
  @Test
  void aCallOfSeveralPiecesIsNotTold() {
    calls.addLook(100, 7);
    calls.addCall(101, 1, "busy", false);
    assertThat(corrected(1L)).isEqualTo(SAID);
  }

  @Test
  void theLastLookCountsInAnyOrder() {
    calls.addCall(101, 1, "busy", true);
    calls.addLook(100, 7);
    calls.addCall(201, 2, "busy", true);
    calls.addLook(200, 7);
    calls.addLook(50, 7);
    calls.addCall(102, 3, "busy", true);
    assertThat(corrected(1L, 2L, 3L)).isEqualTo(new Unreported(9, 2, 4, 2, 0));
  }

  @Test
  void anIdOfBothLooksIsOfTheLast() {
    calls.addCall(201, 1, "finished", true);
    calls.addCall(101, 1, "busy", true);
    calls.addLook(200, 7);
    assertThat(corrected(1L)).isEqualTo(new Unreported(9, 3, 3, 2, 0));
  }

  /** Two processes give the same ids to calls of their own. */
  @Test
  void severalProcessesAreNotTold() {
    calls.addLook(100, 7);
    calls.addLook(90, 8);
    calls.addCall(101, 1, "busy", true);
    assertThat(corrected(1L)).isEqualTo(SAID);
  }

  @Test
  void statesOfLaterVersionsAreLeft() {
    calls.addLook(100, 7);
    calls.addCall(101, 1, "paused", true);
    assertThat(corrected(1L)).isEqualTo(SAID);
  }
}
