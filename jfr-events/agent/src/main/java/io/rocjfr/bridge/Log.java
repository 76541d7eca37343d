// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.figures.VisibleText;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lines on standard error: the host application's logging must not be touched. What may repeat is
 * limited. The only place where the agent prints: whatever is in a message, it stays one line, and
 * nothing in it acts on a terminal ({@link VisibleText}).
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
      print(message);
    }
  }

  /** The application may have put a stream of its own there, which may throw. */
  private static void print(String message) {
    try {
      System.err.println("rocjfr: " + VisibleText.of(message));
    } catch (Throwable t) {
      // There is no other place for it, and whoever says it goes on.
    }
  }

  /** What went wrong inside us: one line, with the stack trace only at level info. */
  public static void warn(String message, Throwable cause) {
    try {
      warn(message + ": " + cause);
      if (level == Level.INFO) {
        StringWriter trace = new StringWriter();
        cause.printStackTrace(new PrintWriter(trace, true));
        trace.toString().lines().forEach(Log::print);
      }
    } catch (Throwable t) { // of what the cause says of itself, or out of memory
      warn(message);
    }
  }

  public static void info(String message) {
    if (level.compareTo(Level.INFO) >= 0) {
      print(message);
    }
  }
}
