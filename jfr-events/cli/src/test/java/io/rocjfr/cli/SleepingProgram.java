// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;

/** A JVM that does nothing, until it is ended, but have a file mapped as if it were a library. */
final class SleepingProgram {
  private SleepingProgram() {}

  public static void main(String[] args) throws IOException {
    MappedByteBuffer mapped = args.length > 0 ? map(Path.of(args[0])) : null;
    try {
      System.out.println("ready");
      while (System.in.read() >= 0) {
        // Until who started it ends it, or ends.
      }
    } finally {
      Reference.reachabilityFence(mapped);
    }
  }

  private static MappedByteBuffer map(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      return channel.map(MapMode.READ_ONLY, 0, channel.size());
    }
  }
}
