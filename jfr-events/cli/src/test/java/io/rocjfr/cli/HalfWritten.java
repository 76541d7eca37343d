// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.cli.parquet.ParquetFolder;
import io.rocjfr.recording.RecordingFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Begins to write a file and a folder, with what is read from standard input, and stays there. */
final class HalfWritten {
  private HalfWritten() {}

  public static void main(String[] args) {
    Path folder = Path.of(args[0]);
    OutputFile.of(folder.resolve("gpu.db"))
        .make(
            part -> {
              Files.writeString(part, "half");
              try (RecordingFiles input =
                      RecordingFiles.of(
                          List.of(RecordingFiles.STANDARD_INPUT),
                          java.io.InputStream.nullInputStream());
                  ParquetFolder fleet = new ParquetFolder(folder.resolve("fleet"))) {
                fleet.beginFile(part, input.all().get(0).file());
                System.out.println("ready");
                waitForEver();
              }
              return true;
            });
  }

  private static void waitForEver() throws IOException {
    while (System.in.read() >= 0) {
      // Until who started it ends it, or ends.
    }
  }
}
