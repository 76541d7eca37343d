// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

/**
 * Gets the activity in this process, whether or not a recording runs.
 *
 * @see Rocjfr#addListener
 */
@FunctionalInterface
public interface ActivityListener {

  /**
   * Takes a batch of activities. The records of each thread or queue are in the order in which they
   * arrived. There is no order between threads. Each registration has its own thread, which makes
   * one call at a time and holds no lock. So a listener delays neither recordings nor other
   * listeners.
   *
   * <p>Up to 65,536 activities (14 MiB) wait for the listener. If it is too slow, it loses some.
   * {@link Registration#dropped()} counts them, and {@link Rocjfr#lost()} counts those of all
   * listeners under {@code All/listener}. HIP calls that the listener makes are not recorded. If it
   * throws, this is reported once, and the listener stays registered.
   *
   * @param batch a cursor before the first activity; valid until this method returns
   */
  void onActivities(ActivityBatch batch);

  /** Ends the registration of a listener. */
  @FunctionalInterface
  interface Registration extends AutoCloseable {

    /**
     * Ends the registration when the listener has got all earlier activity, or after a second.
     * Activity that it has not got by then counts as {@link #dropped()}. If the listener itself
     * calls this, it returns at once, and the listener gets the earlier activity afterwards, within
     * that second. A call of the listener that still runs after a second may end after this
     * returns. A second close does nothing.
     */
    @Override
    void close();

    /**
     * How many activities were dropped so far because the listener was too slow. It only grows. 0
     * if the agent's release does not count them.
     */
    default long dropped() {
      return 0;
    }
  }
}
