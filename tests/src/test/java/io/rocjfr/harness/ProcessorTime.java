// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.harness;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.util.concurrent.TimeUnit;

/**
 * How long a process has run on processors, its ended threads included, in nanoseconds: {@link
 * ProcessHandle} tells hundredths of a second.
 */
public final class ProcessorTime {
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

  private static native int clock_gettime(int clock, Pointer time);
}
