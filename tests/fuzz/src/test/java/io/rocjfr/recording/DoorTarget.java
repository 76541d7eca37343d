// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Any bytes at the door of recordings: it says what a parser may see, and never throws. */
public final class DoorTarget {
  private DoorTarget() {}

  /** Called by Jazzer. */
  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    // Each file has its own name: what was looked through is remembered.
    Path file = Files.write(Files.createTempFile("rocjfr-fuzz", ".jfr"), input);
    try {
      CheckedRecording checked = CheckedRecording.of(file);
      if (!checked.isSound() && checked.problem() == null) {
        throw new AssertionError("it is not sound, and nothing is said of it");
      }
      long end = 0;
      for (Chunk chunk : checked.soundChunks()) {
        if (chunk.offset() < end || chunk.endOffset() > input.length) {
          throw new AssertionError(chunk + " behind " + end + " of " + input.length);
        }
        end = chunk.endOffset();
      }
      // An event has a length and a type, a byte each at least.
      if (checked.events() > input.length / 2) {
        throw new AssertionError(checked.events() + " events in " + input.length + " bytes");
      }
    } finally {
      Files.delete(file);
    }
  }
}
