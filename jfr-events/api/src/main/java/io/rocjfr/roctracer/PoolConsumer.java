// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.roctracer;

/** Gets a pool's records; see {@link Pool}. */
@FunctionalInterface
public interface PoolConsumer {

  /**
   * Called on the pool's own thread, one call at a time, when a buffer is full, on a flush and when
   * the pool is closed. Whole records come in each thread's order. What it throws is caught,
   * counted by {@link Roctracer#callbackFailures()} and, the first time, logged; the buffer counts
   * as consumed.
   *
   * <p>While it runs, the second buffer fills; when that is full too, threads that make records
   * wait or drop, as the pool's {@link Overflow} says. It may call HIP and everything of this
   * package; a flush or close of its own pool returns at once and is done after this method has
   * returned.
   *
   * @param records a cursor before the first record; valid until this method returns
   */
  void onRecords(ActivityRecords records);
}
