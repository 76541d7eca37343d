// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

/**
 * Is told of the activity in this process, whether or not a recording runs.
 *
 * @see Rocjfr#addListener
 */
@FunctionalInterface
public interface ActivityListener {

  /**
   * Takes a batch of activities, in the order in which each thread's or queue's records arrived;
   * there is no order between threads. Called on a thread of this registration's own, one call at a
   * time, never with a lock held: it holds up neither recordings nor other listeners.
   *
   * <p>Up to 65,536 activities (14 MiB) wait for it; a listener that takes longer than they come
   * loses some, which {@link Registration#dropped()} counts, and {@link Rocjfr#lost()} of all
   * listeners under {@code All/listener}. HIP calls made in here are not recorded. What is thrown
   * is caught and reported once; the listener stays registered.
   *
   * @param batch a cursor before the first activity; valid until this method returns
   */
  void onActivities(ActivityBatch batch);

  /** Ends the registration of a listener. */
  @FunctionalInterface
  interface Registration extends AutoCloseable {

    /**
     * Ends the registration when the listener has been told of what was recorded before, or after a
     * second; what it has not been told of then is counted as {@link #dropped()}. Called by the
     * listener itself it returns at once, and the listener is told of what was recorded before
     * afterwards, within that second. A call that is under way after a second may still end after
     * this returned. Closing again does nothing.
     */
    @Override
    void close();

    /**
     * How many activities the listener was too slow for so far. Grows only; 0 where the agent is of
     * a release that does not tell.
     */
    default long dropped() {
      return 0;
    }
  }
}
