// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

/**
 * For the other packages of this API, which do not see what this one keeps to itself. Not for
 * applications.
 */
public final class AgentFunctions {
  private AgentFunctions() {}

  /**
   * A function by its name; the protocol says of which type.
   *
   * @return null without the agent, and if the agent is of a release that does not have it
   */
  public static Object find(String name) {
    return Link.find(name);
  }

  /** Whether the calling thread is a virtual one that the tracer cannot tell from others. */
  public static boolean onUnknownVirtualThread() {
    return CallingThread.currentIsUnknown();
  }

  /** Whether the calling thread is a virtual one. */
  public static boolean onVirtualThread() {
    return CallingThread.current();
  }
}
