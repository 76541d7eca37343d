// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The software GPU's own interface (native/softgpu/softgpu.h); absent on a real GPU. */
final class SoftGpu {
  private static final int WORK_BYTES = 64;
  private static final int AT_ONCE = 4096;

  private final NativeLibrary library = NativeLibrary.getInstance("libhsa-runtime64.so.1");

  /** Whether HIP runs on the software GPU. */
  static boolean isPresent() {
    try {
      return new SoftGpu().library.getFunction("softgpu_stats") != null;
    } catch (UnsatisfiedLinkError e) {
      return false;
    }
  }

  /** Submitted work does not begin until {@link #release}. */
  void hold() {
    library.getFunction("softgpu_hold").invokeVoid(new Object[0]);
  }

  void release() {
    library.getFunction("softgpu_release").invokeVoid(new Object[0]);
  }

  /** The sequence number that the next completed work will get. */
  long nextWork() {
    return library.getFunction("softgpu_next_work").invokeLong(new Object[0]);
  }

  /**
   * Writes completed work, oldest first, as lines {@code kind,name,bytes,begin,end} in
   * CLOCK_MONOTONIC.
   */
  long writeWork(long from, Path file) throws IOException {
    long next = from;
    try (Memory work = new Memory((long) AT_ONCE * WORK_BYTES);
        BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      while (true) {
        long count =
            library
                .getFunction("softgpu_read_work")
                .invokeLong(new Object[] {next, work, (long) AT_ONCE});
        for (long i = 0; i < count; i++) {
          long at = i * WORK_BYTES;
          out.write(
              work.getInt(at + 8)
                  + ","
                  + work.getPointer(at + 16).getString(0)
                  + ","
                  + work.getLong(at + 24)
                  + ","
                  + work.getLong(at + 48)
                  + ","
                  + work.getLong(at + 56)
                  + "\n");
        }
        next += count;
        if (count < AT_ONCE) {
          return next - from;
        }
      }
    }
  }
}
