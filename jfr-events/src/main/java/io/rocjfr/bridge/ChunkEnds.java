// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

/**
 * How long JFR's hooks may wait. At the begin and end of a chunk JFR calls them one after the
 * other, in the order in which they were registered, on whatever thread stops, dumps or rotates; it
 * does not say that they belong together. They do as long as their numbers rise on one thread.
 *
 * <p>All waits of one such row together are bounded. A drain that did not answer in time is not
 * waited for again until it has.
 */
final class ChunkEnds {
  private final long mostNanos;

  private Thread thread;
  private int last = -1;
  private boolean ending;
  private boolean waitedForWork;
  private long leftNanos;

  /** The end of a chunk that was not waited for any longer. */
  private Inbox.Errand unanswered;

  /**
   * @param mostNanos how long the hooks of one chunk's end may wait together
   */
  ChunkEnds(long mostNanos) {
    this.mostNanos = mostNanos;
  }

  /**
   * One hook's turn.
   *
   * @param nanos how long it may wait; 0: not at all
   * @param forWork whether it waits for work in flight, too: the first one that surely stands at an
   *     end does
   */
  record Turn(long nanos, boolean forWork) {}

  /**
   * A hook begins.
   *
   * @param hook its number in the order of registration; number 0 is called at the begin of a
   *     chunk, too
   */
  synchronized Turn begin(int hook) {
    Thread caller = Thread.currentThread();
    if (caller != thread || hook <= last) {
      ending = last <= 0; // after the last hook of an end comes the first one of a begin
      waitedForWork = false;
      leftNanos = mostNanos;
    }
    thread = caller;
    last = hook;
    if (hook > 0) {
      ending = true;
    }
    boolean forWork = ending && !waitedForWork;
    waitedForWork |= forWork;
    boolean held = unanswered != null && !unanswered.isDone();
    return new Turn(held ? 0 : leftNanos, forWork);
  }

  /** A hook has waited. */
  synchronized void end(Inbox.Errand errand, long waitedNanos) {
    leftNanos = Math.max(0, leftNanos - waitedNanos);
    unanswered = errand.isDone() ? null : errand;
  }
}
