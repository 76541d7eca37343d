// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What JVMs of 17 and 25 answer to JFR.start while they end, and what the user is told. */
class RecordingStartTest {
  private static final String ENDED =
      "Process 17 ended before the recording started. Nothing was recorded.";

  @Test
  void anAnswerOfNothingIsFromOneThatHasEnded() {
    assertThat(RecordingStart.problem("17", "Command executed successfully", true))
        .isEqualTo(ENDED);
    assertThat(
            RecordingStart.problem(
                "17", "java.io.IOException: Premature EOF\n\tat jdk.attach/sun.tools.attach", true))
        .isEqualTo(ENDED);
    assertThat(
            RecordingStart.problem(
                "17", "java.io.IOException: No such process\n\tat jdk.attach/sun.tools", false))
        .isEqualTo(ENDED);
  }

  @Test
  void oneThatIsEnding() {
    assertThat(RecordingStart.problem("17", "Shutdown in progress", true))
        .isEqualTo("Process 17 is ending, so its JVM does not start a recording.");
  }

  @Test
  void anyOtherAnswerIsShown() {
    assertThat(RecordingStart.problem("17", "Could not start recording: disk full", true))
        .isEqualTo("Process 17 did not start the recording: Could not start recording: disk full");
  }

  @Test
  void whatJcmdItselfFailsOfIsShownWithoutItsFrames() {
    assertThat(
            JvmCommands.words(
                17,
                """
                17:
                com.sun.tools.attach.AttachNotSupportedException: no answer
                \tat jdk.attach/sun.tools.attach.VirtualMachineImpl.<init>(Impl.java:1)
                \tat jdk.jcmd/sun.tools.jcmd.JCmd.main(JCmd.java:2)"""))
        .isEqualTo("com.sun.tools.attach.AttachNotSupportedException: no answer");
  }
}
