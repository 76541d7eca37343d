// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.harness;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Where JFR keeps what it records, in chunks. */
public final class Repository {
  /** In the header of a chunk: how much of it JFR has flushed; it does so once a second. */
  private static final int FLUSHED_AT = 8;

  private Repository() {}

  /** The oldest first. */
  public static List<Path> chunks(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".jfr")).sorted().toList();
    }
  }

  public static Path lastChunk(Path folder) throws IOException {
    List<Path> chunks = chunks(folder);
    return chunks.get(chunks.size() - 1);
  }

  /** Waits until so much of a chunk can be read. */
  public static void awaitFlushed(Path chunk, long bytes) throws IOException, InterruptedException {
    while (flushed(chunk) < bytes) {
      Thread.sleep(20);
    }
  }

  private static long flushed(Path chunk) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(chunk.toFile(), "r")) {
      file.seek(FLUSHED_AT);
      return file.readLong();
    }
  }
}
