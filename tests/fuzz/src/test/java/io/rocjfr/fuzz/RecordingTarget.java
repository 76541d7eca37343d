// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.fuzz;

import io.rocjfr.cli.ReadingCommands;
import io.rocjfr.cli.ReadingCommands.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Any bytes as a recording: no command may throw, or blame itself. */
public final class RecordingTarget {
  private static final Path FOLDER = folder();

  private RecordingTarget() {}

  private static Path folder() {
    try {
      return Files.createTempDirectory("rocjfr-fuzz");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Called by Jazzer: one of the commands, which the bytes choose. */
  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    int which = Math.floorMod(Arrays.hashCode(input), ReadingCommands.all().size());
    run(input, ReadingCommands.all().get(which));
  }

  /** Every command. */
  static void runAll(byte[] input) throws IOException {
    for (String command : ReadingCommands.all()) {
      run(input, command);
    }
  }

  private static void run(byte[] input, String command) throws IOException {
    Path file = Files.write(FOLDER.resolve("input.jfr"), input);
    Run run = ReadingCommands.run(command, file, FOLDER);
    if (run.fault() != null) {
      throw new AssertionError(command + ": " + run.fault() + "\n" + run.text());
    }
  }
}
