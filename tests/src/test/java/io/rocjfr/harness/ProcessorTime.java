// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.harness;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How long a process has run on processors, its ended threads included, in nanoseconds: {@link
 * ProcessHandle} tells hundredths of a second.
 */
public final class ProcessorTime {
  private static final Pattern COMPILER = Pattern.compile("\\d+ \\(C[12] ");
  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(10); // of /proc, always

  static {
    Native.register(ProcessorTime.class, "c");
  }

  private ProcessorTime() {}

  /** Of a running process of this user. */
  public static long nanos(long pid) {
    int clock = (int) ~pid << 3 | 2; // as clock_getcpuclockid makes it
    Memory time = new Memory(16);
    if (clock_gettime(clock, time) != 0) {
      throw new IllegalStateException("clock_gettime of " + pid);
    }
    return TimeUnit.SECONDS.toNanos(time.getLong(0)) + time.getLong(8);
  }

  /** Of the threads of a running JVM that compile, in nanoseconds by the hundredth of a second. */
  public static long compilersNanos(long pid) throws IOException {
    long ticks = 0;
    try (Stream<Path> threads = Files.list(Path.of("/proc/" + pid + "/task"))) {
      for (Path thread : threads.toList()) {
        String stat = stat(thread);
        int end = stat.lastIndexOf(')');
        if (COMPILER.matcher(stat).lookingAt()) {
          String[] fields = stat.substring(end + 2).split(" ", -1);
          ticks += Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
        }
      }
    }
    return ticks * TICK_NANOS;
  }

  /** Empty of a thread that has ended. */
  private static String stat(Path thread) throws IOException {
    try {
      return Files.readString(thread.resolve("stat"));
    } catch (NoSuchFileException e) {
      return "";
    }
  }

  private static native int clock_gettime(int clock, Pointer time);
}
