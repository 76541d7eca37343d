// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds our librocprofiler-sdk.so.1, never AMD's. */
final class BufferedLibraryFile {
  private static final String NAME = "librocprofiler-sdk.so.1";
  private static final String FOLDER = "rocprofiler-sdk";
  private static final String RESOURCE = "native/linux-x86-64/" + NAME;

  private BufferedLibraryFile() {}

  /**
   * The one beside the core, the one in {@code lib/} beside the jar, the one in the jar.
   *
   * @param core librocjfr.so, as it was found
   * @param jar null if we do not run from one
   */
  static Path find(Path core, Path jar) throws IOException {
    Path beside = core.resolveSibling(FOLDER).resolve(NAME);
    if (Files.isReadable(beside)) {
      return beside.toAbsolutePath();
    }
    if (jar != null) {
      Path lib = jar.resolveSibling("lib").resolve(FOLDER).resolve(NAME);
      if (Files.isReadable(lib)) {
        return lib.toAbsolutePath();
      }
    }
    if (!TemporaryFiles.has(RESOURCE)) {
      throw new IOException(NAME + " is neither in rocjfr.jar nor in lib/" + FOLDER + " beside it");
    }
    return TemporaryFiles.extract(RESOURCE);
  }
}
