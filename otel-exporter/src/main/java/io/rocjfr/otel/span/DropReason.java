// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

/** Why an activity did not become an exported span. */
public enum DropReason {
  /**
   * No span was current on its thread, and the option, or that another exports it, says to drop it;
   * or one was that may be another application's.
   */
  NO_PARENT("no_parent"),
  /** Its trace is not sampled: the application's, or the one that it would begin. */
  UNSAMPLED("unsampled"),
  /** The options left it out. */
  FILTERED("filtered"),
  /** Spans came faster than they could be exported. */
  QUEUE_FULL("queue_full"),
  /** The exporter gave up on it. */
  EXPORT_FAILED("export_failed"),
  /** The receiver took the request, but not this span of it. */
  REJECTED("rejected"),
  /** It was still waiting at the end of the time that shutdown has. */
  SHUTDOWN("shutdown");

  private final String label;

  DropReason(String label) {
    this.label = label;
  }

  /** The value of the attribute {@code reason}. */
  public String label() {
    return label;
  }
}
