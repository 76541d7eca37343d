// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.recording.RecordingFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The folder in which a JVM keeps what it has recorded; it stays there when the JVM is killed. */
final class Repository {
  private Repository() {}

  /**
   * Puts what is there into a recording.
   *
   * @return whether there was anything
   */
  static boolean salvage(String repository, Path recording) throws IOException {
    if (repository == null || !Files.isDirectory(Path.of(repository))) {
      return false;
    }
    Path collected = Files.createTempFile(recording.getParent(), "rocjfr", ".jfr");
    try {
      boolean some = RecordingFiles.collect(Path.of(repository), collected);
      if (some) {
        Files.move(collected, recording, StandardCopyOption.REPLACE_EXISTING);
      }
      return some;
    } finally {
      Files.deleteIfExists(collected);
    }
  }
}
