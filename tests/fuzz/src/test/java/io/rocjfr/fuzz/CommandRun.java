// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.fuzz;

import io.rocjfr.cli.ReadingCommands.Run;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A command on a thread of its own, which is given up where it takes too long. */
final class CommandRun {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long LOOK_MILLIS = 100;

  private final Thread thread;
  private volatile Run ended;
  private volatile Throwable thrown;
  private volatile long cpuNanos;

  CommandRun(Callable<Run> command) {
    thread = new Thread(() -> run(command), "command");
    thread.setDaemon(true);
    thread.start();
  }

  private void run(Callable<Run> command) {
    try {
      ended = command.call();
    } catch (Throwable e) { // It is what is looked for.
      thrown = e;
    }
    cpuNanos = THREADS.getCurrentThreadCpuTime();
  }

  /** Waits for its end; what is wrong is returned, or null. */
  String await(long mostCpuNanos, long mostSeconds) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(mostSeconds);
    while (thread.isAlive()) {
      thread.join(LOOK_MILLIS);
      cpuNanos = Math.max(cpuNanos, THREADS.getThreadCpuTime(thread.getId()));
      if (thread.isAlive() && (cpuNanos > mostCpuNanos || System.nanoTime() > end)) {
        return "does not end";
      }
    }
    return thrown == null ? null : "threw " + thrown;
  }

  /** What it came to; null if it has not ended, or threw something. */
  Run ended() {
    return ended;
  }

  long cpuNanos() {
    return cpuNanos;
  }

  /** Where it is, or where it threw. */
  String stack() {
    StackTraceElement[] frames = thrown == null ? thread.getStackTrace() : thrown.getStackTrace();
    return Arrays.stream(frames)
        .limit(30)
        .map(frame -> "   " + frame)
        .collect(Collectors.joining("\n"));
  }
}
