// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.AgentFunctions;

/**
 * Tells the tracer who acts on a carrier, where it cannot read that from the JVM: on JDK 21 to 23,
 * and where it could not prove where it stands.
 */
final class ActingThread {
  private static final int FIRST = 21;

  private ActingThread() {}

  static boolean isNeeded() {
    return Runtime.version().feature() >= FIRST; // there are virtual threads
  }

  /** Called by the tracer, by name: the id of the calling thread, negated for a virtual one. */
  @SuppressWarnings({"unused", "deprecation"}) // threadId() is not in Java 17
  static long current() {
    long id = Thread.currentThread().getId();
    return AgentFunctions.onVirtualThread() ? -id : id;
  }
}
