// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.util.Properties;

/**
 * Whether the agent runs in another JVM, as the agent itself says there in system properties.
 *
 * @param said {@code on}, or why it does not run; empty if it did not start, or does not say
 * @param drains whether its thread is there
 * @param notSeen what it does not see there, and why; empty if it sees all, or does not say
 * @param refusal why the JVM does not answer; empty if it does, or if it cannot be asked
 * @param javaHome of the JVM; empty if it does not answer
 */
record AgentState(String said, boolean drains, String notSeen, String refusal, String javaHome) {
  /** Of AgentEntry. */
  private static final String STATE = "rocjfr.agent";

  /** Of NativeTracer. */
  private static final String NOT_SEEN = "rocjfr.agent.notSeen";

  private static final String ON = "on";

  static AgentState of(ProcessId process) {
    Properties properties = new Properties();
    String refusal = "";
    if (JvmAttach.isAvailable()) {
      try {
        properties = JvmAttach.properties(process.toString());
      } catch (JvmAttachException e) {
        refusal = e.reason(); // Its thread alone tells.
      }
    }
    return new AgentState(
        properties.getProperty(STATE, ""),
        process.hasAgent(),
        properties.getProperty(NOT_SEEN, ""),
        refusal,
        properties.getProperty("java.home", ""));
  }

  /** An older agent has a thread, and says nothing. The property may be the program's own. */
  boolean runs() {
    return drains && (said.isEmpty() || said.equals(ON));
  }

  /** Why a start has failed, in the agent's own words; empty if none is known to have failed. */
  String failure() {
    return said.equals(ON) ? "" : said;
  }
}
