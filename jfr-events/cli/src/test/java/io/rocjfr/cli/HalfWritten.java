// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.cli.parquet.ParquetFolder;
import io.rocjfr.recording.Leftovers;
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
    if (args.length > 1) {
      writeLate(folder);
      return;
    }
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

  /** Goes on when all has been removed, with the end of the process waiting for it. */
  private static void writeLate(Path folder) {
    Thread command = Thread.currentThread();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> awaitEnd(command)));
    OutputFile.of(folder.resolve("gpu.db"))
        .make(
            part -> {
              System.out.println("ready");
              while (!Leftovers.areRemoved()) {
                Thread.onSpinWait();
              }
              Files.writeString(part, "half");
              try {
                Leftovers.add(Files.createTempFile(folder, "late", ".run"));
                Files.writeString(folder.resolve("not-refused"), "");
              } catch (IOException e) {
                // As it shall be.
              }
              return true;
            });
  }

  private static void awaitEnd(Thread command) {
    try {
      command.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void waitForEver() throws IOException {
    while (System.in.read() >= 0) {
      // Until who started it ends it, or ends.
    }
  }
}
