// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

/** The agent was not loaded; the cause is what the attach API threw. */
final class JvmAttachException extends Exception {
  private static final long serialVersionUID = 1L;

  JvmAttachException(Throwable cause) {
    super(cause);
  }

  /** What the attach API says, and the kind of failure where it says too little. */
  String reason() {
    Throwable cause = getCause();
    String message = cause.getMessage();
    return message == null || message.length() < 4
        ? cause.getClass().getSimpleName() + (message == null ? "" : " " + message)
        : message;
  }

  /** Whether the JVM was reached and refused the agent, rather than not reached at all. */
  boolean isAgentFailure() {
    return getCause().getClass().getSimpleName().startsWith("Agent");
  }
}
