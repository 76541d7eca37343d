// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.recording.Leftovers;
import io.rocjfr.recording.TextOutput;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Ctrl-C (SIGINT, SIGTERM) ends what the command waits for; the command then ends in order. */
final class Interrupt implements AutoCloseable {
  /** Without progress, then the process ends nevertheless. Longer than what a command waits for. */
  private static final int SECONDS = JvmCommands.SECONDS + 30;

  /** Counted down when the command has ended, and has said how. */
  private static final CountDownLatch COMMAND = new CountDownLatch(1);

  private final TextOutput err;
  private final Patience patience;
  private final CompletableFuture<Void> asked = new CompletableFuture<>();
  private final CountDownLatch ended = new CountDownLatch(1);

  /** Counted down when nothing is waited for any more. */
  private final CountDownLatch held = new CountDownLatch(1);

  private volatile boolean ending;
  private volatile OptionalInt status = OptionalInt.empty();
  private volatile boolean heldUp;
  private volatile LongSupplier written = () -> 0;
  private volatile Supplier<String> kept = () -> "";

  Interrupt(TextOutput err) {
    this(err, SECONDS);
  }

  /** For tests, which do not wait that long. */
  Interrupt(TextOutput err, int seconds) {
    this.err = err;
    patience = new Patience(seconds, () -> worked() + written.getAsLong());
    Runtime.getRuntime().addShutdownHook(new Thread(this::hold, "rocjfr interrupt"));
    Leftovers.awaitFirst(() -> await(held));
    Leftovers.andThen(this::end);
  }

  /** What this process has worked: reading a long recording, or judging it, takes its time. */
  private static long worked() {
    return ProcessHandle.current().info().totalCpuDuration().map(Duration::toSeconds).orElse(0L);
  }

  /**
   * What to say where the process ends before the command does.
   *
   * @param bytes how much another one has written of what the command waits for
   * @param what where that is which was recorded, and what was not made of it
   */
  void says(LongSupplier bytes, Supplier<String> what) {
    written = bytes;
    kept = what;
  }

  /**
   * The signal is how the command is ended: the process then ends with this, and not as one that
   * was killed by it.
   */
  void isTheEnd(int code) {
    status = OptionalInt.of(code);
  }

  /** The signal has decided on the status already: only so it is another one. */
  private void end() {
    if (ending && status.isPresent()) {
      Runtime.getRuntime().halt(status.getAsInt());
    }
  }

  /** Completed when the user wants it to end. */
  CompletableFuture<Void> asked() {
    return asked;
  }

  /** At the end of the process. */
  void hold() {
    ending = true;
    asked.complete(null);
    try {
      if (!patience.await(seconds -> ended.await(seconds, TimeUnit.SECONDS))) {
        err.println("rocjfr: stopped before all work was done. " + kept.get());
        err.flush();
      } else if (heldUp) {
        patience.await(seconds -> COMMAND.await(seconds, TimeUnit.SECONDS));
      }
    } finally {
      held.countDown();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
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
