// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.util.function.LongSupplier;

/** Waits for something as long as there is progress. */
final class Patience {
  private final long seconds;
  private final LongSupplier done;

  /**
   * Makes the patience of one who waits.
   *
   * @param seconds how long it waits without progress
   * @param done how much is done; any other number than before is progress
   */
  Patience(long seconds, LongSupplier done) {
    this.seconds = seconds;
    this.done = done;
  }

  /** What is waited for. */
  @FunctionalInterface
  interface Wait {
    /** Waits so long; returns whether it has come. */
    boolean await(long seconds) throws InterruptedException;
  }

  /** Returns whether it has come; false where nothing was done for it for too long. */
  boolean await(Wait wait) {
    long before = done.getAsLong();
    try {
      while (!wait.await(seconds)) {
        long now = done.getAsLong();
        if (now == before) {
          return false;
        }
        before = now;
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
