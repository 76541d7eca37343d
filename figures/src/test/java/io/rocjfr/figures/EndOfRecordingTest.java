// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.figures.EndOfRecording.Found;
import io.rocjfr.figures.EndOfRecording.Status;
import org.junit.jupiter.api.Test;

/** What is missing at the end of a recording, and which of it came after the last status. */
class EndOfRecordingTest {
  private static final Unreported SAID = new Unreported(10, 3, 4, 2, 0); // and 1 of OpenCL's

  private final EndOfRecording end = new EndOfRecording();

  private void status(long process, long at, long look, Unreported work) {
    end.addStatus(new Status(process, at, look, work, "GPU 0: some", true, false));
  }

  private void launch(long id, long at) {
    end.addCall(id, at + 1, "hipLaunchKernel", "gemm", 0, "");
  }

  private Unreported missing() {
    return end.found().missing();
  }

  @Test
  void workThatCameIsNotMissing() {
    status(7, 100, 1, SAID);
    String[] states = {"busy", "finished", "unasked", "unasked"};
    for (int i = 0; i < states.length; i++) {
      end.addPendingCall(1, i, states[i], true, 1);
      launch(i, 50);
    }
    for (long id = 1; id <= 3; id++) {
      end.addWork(id);
    }
    assertThat(missing()).isEqualTo(new Unreported(7, 3, 3, 0, 0));
    assertThat(end.found().byDevice()).isEmpty();
  }

  @Test
  void tellsTheCallsThatArePending() {
    status(7, 100, 1, new Unreported(3, 2, 1, 0, 0));
    for (long id = 1; id <= 3; id++) {
      end.addPendingCall(1, id, id == 3 ? "finished" : "busy", true, 1);
      launch(id, 50);
    }
    end.addWork(2);
    assertThat(end.pendingCalls()).containsExactly(1L, 3L);
    end.addWork(1);
    end.addWork(3);
    assertThat(end.pendingCalls()).isEmpty();
  }

  /** OpenCL's pieces, and those of an older version, have no names. */
  @Test
  void tellsThatPendingCallsAreNotNamed() {
    assertThat(end.pendingCalls()).isEmpty();
    status(7, 100, 1, SAID);
    end.addPendingCall(1, 5, "busy", true, 1);
    assertThat(end.pendingCalls()).containsExactly(5L, EndOfRecording.UNNAMED);
  }

  /** A status names so many calls at most; the pieces of those are not all that it counted. */
  @Test
  void tellsThatMorePiecesArePendingThanThoseOfNamedCalls() {
    status(7, 100, 1, new Unreported(8, 8, 0, 0, 0));
    end.addPendingCall(1, 1, "busy", false, 5);
    end.addPendingCall(1, 2, "busy", false, 2);
    assertThat(end.pendingCalls()).containsExactly(1L, 2L, EndOfRecording.UNNAMED);
    end.addPendingCall(1, 3, "busy", true, 1);
    assertThat(end.pendingCalls()).containsExactly(1L, 2L, 3L);
  }

  @Test
  void whatHasNotComeIs() {
    status(7, 100, 1, SAID);
    end.addPendingCall(1, 1, "busy", true, 1);
    launch(1, 50);
    launch(2, 50);
    end.addWork(2);
    assertThat(missing()).isEqualTo(SAID);
    assertThat(end.found().byDevice()).isEqualTo("GPU 0: some");
  }

  /** Its work in the file may be what was reported before. */
  @Test
  void aCallOfSeveralPiecesIsNotTold() {
    status(7, 100, 1, SAID);
    end.addPendingCall(1, 1, "busy", false, 1);
    launch(1, 50);
    end.addWork(1);
    assertThat(missing()).isEqualTo(SAID);
  }

  /** A status begins before it looks: on a busy machine calls begin in between. */
  @Test
  void aCallThatBeganWithinTheStatusIsToldWhereItIsInTheFile() {
    status(7, 100, 1, SAID);
    end.addPendingCall(1, 1, "busy", true, 1);
    end.addPendingCall(1, 2, "busy", true, 1);
    launch(1, 100);
    end.addWork(1);
    end.addWork(2);
    assertThat(missing()).isEqualTo(new Unreported(9, 2, 4, 2, 0));
  }

  @Test
  void theLastLookCountsInAnyOrder() {
    launch(1, 50);
    launch(2, 50);
    end.addWork(1);
    end.addWork(2);
    end.addPendingCall(2, 2, "busy", true, 1);
    end.addPendingCall(1, 1, "busy", true, 1);
    status(7, 200, 2, SAID);
    status(7, 100, 1, SAID);
    assertThat(missing()).isEqualTo(new Unreported(9, 2, 4, 2, 0));
  }

  /** The machine's clock was set back in between. */
  @Test
  void theLastLookCountsWhateverTheClockSays() {
    status(7, 200, 1, Unreported.NONE);
    status(7, 100, 2, SAID);
    status(7, 150, 1, Unreported.NONE);
    assertThat(missing()).isEqualTo(SAID);
  }

  @Test
  void callsOfAnEarlierLookAreNotTheLastOnes() {
    launch(1, 50);
    end.addWork(1);
    end.addPendingCall(1, 1, "busy", true, 1);
    status(7, 100, 1, SAID);
    status(7, 200, 2, SAID);
    assertThat(missing()).isEqualTo(SAID);
  }

  @Test
  void neverMoreThanWereSaid() {
    status(7, 100, 1, new Unreported(1, 0, 1, 0, 0));
    launch(1, 50);
    end.addWork(1);
    end.addPendingCall(1, 1, "busy", true, 1);
    assertThat(missing()).isEqualTo(new Unreported(1, 0, 1, 0, 0));
  }

  /** Two processes give the same ids to calls of their own. */
  @Test
  void severalProcessesAreAddedUpAndNotCorrected() {
    status(7, 100, 1, SAID);
    status(8, 90, 1, new Unreported(2, 2, 0, 0, 0));
    launch(1, 50);
    end.addWork(1);
    end.addPendingCall(1, 1, "busy", true, 1);
    assertThat(missing()).isEqualTo(new Unreported(12, 5, 4, 2, 0));
  }

  @Test
  void statesOfLaterVersionsAreLeft() {
    status(7, 100, 1, SAID);
    end.addPendingCall(1, 1, "paused", true, 1);
    launch(1, 50);
    end.addWork(1);
    assertThat(missing()).isEqualTo(SAID);
  }

  @Test
  void theEndIsUnknownWhereTheLastStatusIsNotOfAnEnd() {
    status(7, 100, 1, Unreported.NONE);
    assertThat(end.found().unknown()).isFalse();
    end.addStatus(new Status(7, 101, 2, Unreported.NONE, "", false, false));
    assertThat(end.found().unknown()).isTrue();
    assertThat(missing()).isNull();
    status(7, 102, 3, Unreported.NONE);
    assertThat(end.found().unknown()).isFalse();
  }

  /** HIP's first call may not have reached the file. */
  @Test
  void theEndIsUnknownWhereTheOnlyStatusSaysThatHipIsNotLoaded() {
    end.addStatus(new Status(7, 100, 1, Unreported.NONE, "", false, true));
    assertThat(end.found().unknown()).isTrue();
  }

  @Test
  void theEndOfEachProcessMustBeThere() {
    end.addStatus(new Status(7, 100, 1, Unreported.NONE, "", false, false));
    status(8, 200, 1, Unreported.NONE);
    assertThat(end.found().unknown()).isTrue();
  }

  @Test
  void theEndIsUnknownWhereHipWasNotSaidToBeLoaded() {
    end.addStatus(new Status(7, 100, 1, Unreported.NONE, "", true, true));
    assertThat(end.found().unknown()).isFalse();
    launch(1, 50);
    assertThat(end.found().unknown()).isTrue();
  }

  @Test
  void withoutAStatusNothingIsKnown() {
    launch(1, 50);
    assertThat(end.found()).isEqualTo(new Found(null, LateCalls.Found.NONE, "", false));
  }
}
