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
 */
public record ThreadTimes(int count, Duration time) {

  /** Of the threads whose names begin so, by Linux's scheduler: nanoseconds, not clock ticks. */
  public static ThreadTimes of(long pid, String name) throws IOException {
    int count = 0;
    long nanos = 0;
    try (Stream<Path> tasks = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
      for (Path task : tasks.toList()) {
        if (Files.readString(task.resolve("comm")).startsWith(name)) {
          count++;
          nanos += Long.parseLong(Files.readString(task.resolve("schedstat")).split(" ", 2)[0]);
        }
      }
    }
    return new ThreadTimes(count, Duration.ofNanos(nanos));
  }

  public Duration minus(ThreadTimes before) {
    return time.minus(before.time);
  }
}
