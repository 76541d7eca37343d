// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A program that runs in this one's place: whoever ends this one ends it, and those that it has
 * started, and this one waits for their end.
 */
final class ChildProcess {
  private ChildProcess() {}

  /**
   * Runs it to its end.
   *
   * @return its exit code
   */
  static int run(ProcessBuilder builder, Interrupt interrupt) {
    Process process;
    try {
      process = builder.inheritIO().start();
    } catch (IOException e) {
      throw new UserError(builder.command().get(0) + " cannot be started: " + e.getMessage());
    }
    CompletableFuture<List<ProcessHandle>> asked =
        interrupt.asked().thenApply(nothing -> end(process));
    try {
      int code = process.waitFor();
      if (interrupt.asked().isDone()) {
        awaitEnd(asked.join());
      }
      return code;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UserError("interrupted");
    }
  }

  /**
   * Not by onExit: that waits for the parent's wait, too. Who has lost his parent belongs to the
   * first process of the container, which may never wait.
   */
  private static void awaitEnd(List<ProcessHandle> processes) throws InterruptedException {
    for (ProcessHandle process : processes) {
      while (process.isAlive() && !ProcessId.of(process.pid()).hasEnded()) {
        Thread.sleep(10);
      }
    }
  }

  /** Returns those that it has started: a script ends before the JVM that it started. */
  private static List<ProcessHandle> end(Process process) {
    List<ProcessHandle> started = process.descendants().toList();
    process.destroy();
    started.forEach(ProcessHandle::destroy);
    return started;
  }
}
