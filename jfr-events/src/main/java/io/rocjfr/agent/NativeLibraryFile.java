// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds librocjfr.so. */
final class NativeLibraryFile {
  private static final String NAME = "librocjfr.so";
  private static final String RESOURCE = "native/linux-x86-64/" + NAME;

  private NativeLibraryFile() {}

  /**
   * The library to use: the one that was asked for; one that the process has already (there is only
   * one core in a process); the one in {@code lib/} beside the jar; the one in the jar.
   *
   * @param chosen null if none was asked for
   * @param jar null if we do not run from one
   */
  static Path find(Path chosen, Path jar) throws IOException {
    if (chosen != null) {
      if (!Files.isReadable(chosen)) {
        throw new IOException("option native: " + chosen + " cannot be read");
      }
      return chosen;
    }
    Path loaded = loaded();
    if (loaded != null) {
      return loaded;
    }
    if (jar != null) {
      Path beside = jar.resolveSibling("lib").resolve(NAME);
      if (Files.isReadable(beside)) {
        return beside.toAbsolutePath();
      }
    }
    if (!TemporaryFiles.has(RESOURCE)) {
      throw new IOException(
          NAME + " is neither in rocjfr.jar nor in lib/ beside it; option native=FILE names one");
    }
    return TemporaryFiles.extract(RESOURCE);
  }

  /** By LD_PRELOAD, or since a program is linked with one of our libraries. */
  private static Path loaded() throws IOException {
    String maps = Files.readString(Path.of("/proc/self/maps"), StandardCharsets.ISO_8859_1);
    for (String line : maps.split("\n", -1)) {
      int slash = line.indexOf('/');
      if (slash >= 0 && line.endsWith("/" + NAME)) {
        return Path.of(line.substring(slash));
      }
    }
    return null;
  }
}
