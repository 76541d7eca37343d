// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.recording.Leftovers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Ctrl-C (SIGINT, SIGTERM) ends what the command waits for; the command then ends in order. */
final class Interrupt implements AutoCloseable {
  /** Writing what was recorded may take as long; then the process ends nevertheless. */
  private static final int SECONDS = 120;

  /** Counted down when the command has ended, and has said how. */
  private static final CountDownLatch COMMAND = new CountDownLatch(1);

  private final CompletableFuture<Void> asked = new CompletableFuture<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean ending;
  private volatile boolean heldUp;

  Interrupt() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::hold, "rocjfr interrupt"));
    Leftovers.awaitFirst(this::awaitEnd);
  }

  /** Completed when the user wants it to end. */
  CompletableFuture<Void> asked() {
    return asked;
  }

  /** At the end of the process. */
  void hold() {
    ending = true;
    asked.complete(null);
    awaitEnd();
    if (heldUp) {
      await(COMMAND);
    }
  }

  private void awaitEnd() {
    await(ended);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await(SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What has to be done is done, but for what the command still says of it. */
  @Override
  public void close() {
    heldUp = ending;
    ended.countDown();
  }

  /** The process's command has ended, and has said how. */
  static void commandEnded() {
    COMMAND.countDown();
  }
}
