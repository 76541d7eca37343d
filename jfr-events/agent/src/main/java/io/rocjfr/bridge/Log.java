// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lines on standard error: the host application's logging must not be touched. What may repeat is
 * limited.
 */
public final class Log {
  /** How much is said. */
  public enum Level {
    OFF,
    WARN,
    INFO
  }

  private static final int MAX_WARNINGS = 20;

  private static final AtomicInteger WARNINGS = new AtomicInteger();
  private static volatile Level level = Level.WARN;

  private Log() {}

  public static void setLevel(Level newLevel) {
    level = newLevel;
  }

  public static void warn(String message) {
    if (level.compareTo(Level.WARN) >= 0 && WARNINGS.getAndIncrement() < MAX_WARNINGS) {
      System.err.println("rocjfr: " + message);
    }
  }

  /** What went wrong inside us: one line, with the stack trace only at level info. */
  @SuppressWarnings("CatchAndPrintStackTrace") // there is no other place for it
  public static void warn(String message, Throwable cause) {
    warn(message + ": " + cause);
    if (level == Level.INFO) {
      cause.printStackTrace();
    }
  }

  public static void info(String message) {
    if (level.compareTo(Level.INFO) >= 0) {
      System.err.println("rocjfr: " + message);
    }
  }
}
