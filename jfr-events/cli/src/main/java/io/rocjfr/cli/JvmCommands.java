// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Diagnostic commands for another JVM, as jcmd sends them: by the JDK's jcmd. */
final class JvmCommands {
  private static final int SECONDS = 120;

  /** What jcmd says of an answer of no words: a JVM that ends while it is asked gives none. */
  private static final String NO_WORDS = "Command executed successfully";

  private static final String CUT = "Premature EOF";

  private JvmCommands() {}

  /**
   * What the JVM answers.
   *
   * @param command with its arguments, as jcmd takes them
   */
  static String run(long pid, String... command) {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    if (!Files.isExecutable(jcmd)) {
      throw new UserError(
          "The Java in "
              + System.getProperty("java.home")
              + " has no jcmd, which this needs. Run this command with a JDK's java (JAVA_HOME).");
    }
    ProcessBuilder builder = new ProcessBuilder(jcmd.toString(), Long.toString(pid));
    builder.command().addAll(java.util.List.of(command));
    // It would print a line about itself.
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.redirectErrorStream(true);
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      Thread limit = new Thread(() -> endAfter(process), "rocjfr jcmd");
      limit.setDaemon(true);
      limit.start();
      String answer =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      process.waitFor();
      return answer.lines().filter(line -> !line.equals(pid + ":")).reduce("", JvmCommands::join);
    } catch (IOException e) {
      throw new UserError("jcmd cannot be started: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UserError("interrupted");
    }
  }

  /** Whether the JVM ended before it had answered. Not of commands that answer nothing. */
  static boolean hasEnded(String answer) {
    return answer.equals(NO_WORDS) || answer.contains(CUT);
  }

  private static String join(String one, String other) {
    return one.isEmpty() ? other : one + "\n" + other;
  }

  /** A JVM that is stopped or hangs never answers. */
  private static void endAfter(Process process) {
    try {
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
