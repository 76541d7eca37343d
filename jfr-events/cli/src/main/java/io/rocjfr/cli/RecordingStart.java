// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.util.List;

/** JFR.start in another JVM. */
final class RecordingStart {
  private static final String STARTED = "Started recording";

  /** Of a JVM whose JFR was not in use before its exit began; else it answers when it has ended. */
  private static final String ENDING = "Shutdown in progress";

  /** What jcmd says of a JVM that it does not reach. */
  private static final String UNREACHABLE = "AttachNotSupportedException";

  private RecordingStart() {}

  /** Starts a recording. Ends the command if that fails. */
  static void of(ProcessId process, List<String> command) {
    String answer = JvmCommands.run(process.pid(), command.toArray(String[]::new));
    if (JvmCommands.isLate(answer)) {
      String name = command.stream().filter(word -> word.startsWith("name=")).findFirst().get();
      throw new UserError(
          problem(process.toString(), answer, true)
              + ". It may start the recording later. To stop it then: jcmd "
              + process
              + " JFR.stop "
              + name);
    }
    if (!answer.contains(STARTED)) {
      UserError failed = UserError.said(problem(process.toString(), answer, process.isJvm()));
      throw answer.contains(UNREACHABLE) && !ProcessFiles.hint(process).isEmpty()
          ? failed.and(ProcessFiles.hint(process))
          : failed;
    }
  }

  /** What to tell the user of an answer, and of whether the process is still a JVM after it. */
  static String problem(String process, String answer, boolean alive) {
    if (answer.contains(ENDING)) {
      return "Process " + process + " is ending, so its JVM does not start a recording.";
    }
    if (!alive || JvmCommands.hasEnded(answer)) {
      return "Process " + process + " ended before the recording started. Nothing was recorded.";
    }
    return "Process " + process + " did not start the recording: " + answer;
  }
}
