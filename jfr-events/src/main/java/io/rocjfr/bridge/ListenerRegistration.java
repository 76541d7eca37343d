// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

/** A listener that has been added. Safe for any thread. */
public final class ListenerRegistration {
  private final Drain drain;
  private final ListenerQueue queue;

  ListenerRegistration(Drain drain, ListenerQueue queue) {
    this.drain = drain;
    this.queue = queue;
  }

  /**
   * Delivers what was recorded before it, for a second at most, counts the rest and ends. On the
   * listener's own thread it returns at once; the rest is delivered after the call under way.
   */
  public void close() {
    drain.removeListener(queue);
  }

  /** How many activities the listener did not take. */
  public long lost() {
    return queue.lost();
  }
}
