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
   * there is no order between threads. Called on a daemon thread of the listener's own, one call at
   * a time, never with a lock held.
   *
   * <p>Up to 65,536 activities wait meanwhile. What a listener that takes longer than they come
   * does not take is dropped and counted as its own ({@link Registration#lost()}); nobody else is
   * held up. HIP calls made in here are not recorded. What is thrown is caught and reported once;
   * the listener stays registered.
   *
   * @param batch a cursor before the first activity; valid until this method returns
   */
  void onActivities(ActivityBatch batch);

  /** Ends the registration of a listener, or of a source of span contexts. */
  @FunctionalInterface
  interface Registration extends AutoCloseable {

    /**
     * Ends the registration. A listener gets what was recorded before this call, for a second at
     * most, and what is left then is counted as lost; after that no call of it begins. Where the
     * listener itself calls this, it returns at once, and the rest is delivered when the call under
     * way has returned. Closing again does nothing.
     */
    @Override
    void close();

    /** How many activities this listener did not take; 0 for what is no listener. */
    default long lost() {
      return 0;
    }
  }
}
