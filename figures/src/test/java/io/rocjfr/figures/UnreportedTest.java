// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnreportedTest {
  @Test
  void nothingIsMissing() {
    assertThat(Unreported.NONE.any()).isFalse();
    assertThat(Unreported.NONE.sentences()).containsExactly("All finished work was reported.");
  }

  @Test
  void whatStillRanIsNotSaidToHaveFinished() {
    assertThat(new Unreported(3, 3, 0, 0, 0).sentences())
        .containsExactly(
            "3 pieces of work were still queued or running at the end of the recording. Their records"
                + " are not in the file. Remedy: record longer, or synchronise the stream or device"
                + " before the end.");
    assertThat(new Unreported(1, 1, 0, 0, 0).sentences().get(0))
        .startsWith(
            "1 piece of work was still queued or running at the end of the recording. Its record is");
  }

  @Test
  void whatHadFinishedHasARemedy() {
    assertThat(new Unreported(12, 0, 12, 0, 0).sentences())
        .containsExactly(
            "12 pieces of work had finished, but HIP had not reported them at the end of the"
                + " recording. Their records are not in the file. Remedy: synchronise the device"
                + " (hipDeviceSynchronize) before the end.");
    assertThat(new Unreported(1, 0, 1, 0, 0).sentences().get(0))
        .startsWith("1 piece of work had finished, but HIP had not reported it at the end");
  }

  @Test
  void whatCannotBeAskedForIsSaid() {
    assertThat(new Unreported(2, 0, 0, 2, 0).sentences().get(0))
        .startsWith(
            "2 pieces of work were not reported at the last look and may be missing from the file."
                + " Their streams were not asked yet, or cannot be asked. A thread's own")
        .endsWith(
            "Remedy: synchronise the stream before the end. Do this for hipStreamPerThread in its own"
                + " thread, and for a captured stream after the capture.");
  }

  @Test
  void theRestIsOpenCls() {
    assertThat(new Unreported(7, 3, 0, 0, 0).sentences())
        .hasSize(2)
        .last()
        .isEqualTo(
            "4 pieces of OpenCL's work were not reported at the end of the recording. Their records"
                + " are not in the file.");
  }

  @Test
  void olderRecordingsTellOfCalls() {
    Unreported both = Unreported.ofCalls(5).plus(new Unreported(3, 3, 0, 0, 0));
    assertThat(both.inPieces()).isFalse();
    assertThat(both.inFlight()).isEqualTo(8);
    assertThat(both.sentences())
        .hasSize(2)
        .last()
        .isEqualTo(
            "The work of 5 calls was not reported at the end of the recording. Its records are not in"
                + " the file.");
  }
}
