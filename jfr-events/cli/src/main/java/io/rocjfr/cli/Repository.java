// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.recording.RecordingFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder in which a JVM keeps what it has recorded; it stays there when the JVM is killed. */
final class Repository {
  /** What is said when a recording was taken from it. */
  static final String USED =
      "rocjfr used the data that JFR had written (it writes about once a second). Work that was"
          + " not reported before that is missing.";

  private Repository() {}

  /**
   * Puts what is there into a recording.
   *
   * @param recording a file of ours, which nobody misses
   * @return whether there was anything
   */
  static boolean salvage(String repository, Path recording) throws IOException {
    return repository != null
        && Files.isDirectory(Path.of(repository))
        && RecordingFiles.collect(Path.of(repository), recording);
  }
}
