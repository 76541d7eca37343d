// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * How long some threads of a process have run on a CPU.
 *
 * @param count of threads
 * @param sleeps how often they have gone to sleep
 */
public record ThreadTimes(int count, Duration time, long sleeps) {
  private static final String SLEEPS = "voluntary_ctxt_switches:";

  /** Of the threads whose names begin so, by Linux's scheduler: nanoseconds, not clock ticks. */
  public static ThreadTimes of(long pid, String name) throws IOException {
    int count = 0;
    long nanos = 0;
    long sleeps = 0;
    try (Stream<Path> tasks = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
      for (Path task : tasks.toList()) {
        if (Files.readString(task.resolve("comm")).startsWith(name)) {
          count++;
          nanos += Long.parseLong(Files.readString(task.resolve("schedstat")).split(" ", 2)[0]);
          sleeps +=
              Files.readAllLines(task.resolve("status")).stream()
                  .filter(line -> line.startsWith(SLEEPS))
                  .mapToLong(line -> Long.parseLong(line.substring(SLEEPS.length()).strip()))
                  .sum();
        }
      }
    }
    return new ThreadTimes(count, Duration.ofNanos(nanos), sleeps);
  }
}
