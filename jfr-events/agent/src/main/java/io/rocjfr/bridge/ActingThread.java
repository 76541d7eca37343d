// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.AgentFunctions;

/** Tells the tracer who acts on a carrier, on JDKs that do not tell by themselves: 21 to 23. */
final class ActingThread {
  private static final int FIRST = 21;
  private static final int LAST = 23;

  private ActingThread() {}

  static boolean isNeeded() {
    int feature = Runtime.version().feature();
    return feature >= FIRST && feature <= LAST;
  }

  /** Called by the tracer, by name: the id of the calling thread, negated for a virtual one. */
  @SuppressWarnings({"unused", "deprecation"}) // threadId() is not in Java 17
  static long current() {
    long id = Thread.currentThread().getId();
    return AgentFunctions.onVirtualThread() ? -id : id;
  }
}
