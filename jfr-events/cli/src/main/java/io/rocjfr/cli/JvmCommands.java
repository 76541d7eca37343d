// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/** Diagnostic commands for another JVM, as jcmd sends them: by the JDK's jcmd. */
final class JvmCommands {
  /** What a JVM has without progress to answer. */
  static final int SECONDS = 120;

  /** What jcmd says of an answer of no words: a JVM that ends while it is asked gives none. */
  private static final String NO_WORDS = "Command executed successfully";

  /** What is said of one that gives none; it may still do what it was asked for. */
  private static final String LATE = "it has not answered for " + SECONDS + " s";

  private static final String CUT = "Premature EOF";

  private JvmCommands() {}

  /**
   * What the JVM answers.
   *
   * @param command with its arguments, as jcmd takes them
   */
  static String run(long pid, String... command) {
    return run(pid, () -> 0, command);
  }

  /**
   * The same of a command that takes its time.
   *
   * @param done how much the JVM has done of it
   */
  static String run(long pid, LongSupplier done, String... command) {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    if (!Files.isExecutable(jcmd)) {
      throw new UserError(
          "The Java in "
              + System.getProperty("java.home")
              + " has no jcmd. Run this command with a JDK's java (JAVA_HOME).");
    }
    ProcessBuilder builder = new ProcessBuilder(jcmd.toString(), Long.toString(pid));
    builder.command().addAll(java.util.List.of(command));
    // It would print a line about itself.
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.redirectErrorStream(true);
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      AtomicBoolean late = new AtomicBoolean();
      Patience patience = new Patience(SECONDS, done);
      Thread limit = new Thread(() -> late.set(endLate(process, patience)), "rocjfr jcmd");
      limit.setDaemon(true);
      limit.start();
      String answer =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      int code = process.waitFor();
      limit.join();
      if (late.get()) {
        return LATE;
      }
      String words = words(pid, answer);
      // As by another Ctrl-C.
      return words.isEmpty() && code != 0 ? "jcmd ended with " + code : words;
    } catch (IOException e) {
      throw new UserError("jcmd cannot be started: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UserError("interrupted");
    }
  }

  /** An answer without the JVM's id and without the frames of an exception of jcmd's. */
  static String words(long pid, String answer) {
    return answer
        .lines()
        .filter(line -> !line.equals(pid + ":") && !line.startsWith("\tat "))
        .reduce("", JvmCommands::join);
  }

  /** Whether the JVM ended before it had answered. Not of commands that answer nothing. */
  static boolean hasEnded(String answer) {
    return answer.equals(NO_WORDS) || answer.contains(CUT);
  }

  /** Whether the JVM may do it later. */
  static boolean isLate(String answer) {
    return answer.equals(LATE);
  }

  private static String join(String one, String other) {
    return one.isEmpty() ? other : one + "\n" + other;
  }

  /** A JVM that is stopped or hangs never answers. Returns whether it was so. */
  private static boolean endLate(Process process, Patience patience) {
    if (patience.await(seconds -> process.waitFor(seconds, TimeUnit.SECONDS))) {
      return false;
    }
    process.destroyForcibly();
    return true;
  }
}
