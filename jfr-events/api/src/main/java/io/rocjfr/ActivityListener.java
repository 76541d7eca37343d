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
   * there is no order between threads. Called on the drain thread only, one call at a time, never
   * with a lock held.
   *
   * <p>The next records wait meanwhile: a listener that takes longer than they come loses batches,
   * which {@link Rocjfr#lost()} counts under {@code All/listener}. HIP calls made in here are not
   * recorded. What is thrown is caught and reported once; the listener stays registered.
   *
   * @param batch a cursor before the first activity; valid until this method returns
   */
  void onActivities(ActivityBatch batch);

  /** Ends the registration of a listener. */
  @FunctionalInterface
  interface Registration extends AutoCloseable {

    /**
     * Ends the registration when the listener has been told of what was recorded before, or after a
     * second; what it has not been told of then is counted under {@code All/listener} of {@link
     * Rocjfr#lost()}, as far as it was taken for it already. Called by the listener itself it ends
     * at once. A call that is under way on the drain thread may still end after this returned.
     * Closing again does nothing.
     */
    @Override
    void close();
  }
}
