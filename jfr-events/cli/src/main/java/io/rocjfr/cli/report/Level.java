// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.report;

import org.openjdk.jmc.flightrecorder.rules.Severity;

/** How bad a result is, worst first. */
public enum Level {
  WARNING,
  INFO,
  OK,
  /** The rule does not apply to the recording. */
  NA;

  static Level of(Severity severity) {
    return switch (severity) {
      case WARNING -> WARNING;
      case INFO -> INFO;
      case OK -> OK;
      case NA, IGNORE -> NA;
    };
  }

  /** Whether this is as bad as the other, or worse. */
  public boolean isAtLeast(Level other) {
    return compareTo(other) <= 0;
  }
}
