// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

/**
 * The rounds that others ask of a thread: one that begins after it was asked for has seen all that
 * was said before.
 */
final class RequestedRounds {
  private long asked;
  private long done;

  /** Asks for one; {@link #await} takes what this returns. */
  synchronized long ask() {
    return ++asked;
  }

  /** On that thread, before a round: what {@link #end} takes. */
  synchronized long begin() {
    return asked;
  }

  /** On that thread, after a round. */
  synchronized void end(long round) {
    done = round;
    notifyAll();
  }

  /**
   * Waits for the end of a round.
   *
   * @param deadline of System.nanoTime
   * @return false if that came first
   */
  synchronized boolean await(long round, long deadline) {
    return TimedWait.await(this, () -> done >= round, deadline);
  }
}
