// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashSet;
import java.util.Set;

/** Copies native libraries out of the jar, into a folder that only this user can write. */
final class TemporaryFiles {
  private TemporaryFiles() {}

  /**
   * Copies a resource to a file of the same name in a new folder. File and folder are removed at
   * exit.
   *
   * @throws IOException says which folders were tried
   */
  static Path extract(String resource) throws IOException {
    Set<String> folders = new LinkedHashSet<>();
    folders.add(System.getProperty("java.io.tmpdir", "/tmp"));
    folders.add("/tmp");
    folders.add("/var/tmp");
    IOException failure = null;
    for (String folder : folders) {
      try {
        return extract(resource, Path.of(folder));
      } catch (IOException e) {
        failure = e;
      }
    }
    throw new IOException(
        "none of the temporary folders "
            + folders
            + " can be written; name one with -Djava.io.tmpdir=FOLDER ("
            + failure
            + ")",
        failure);
  }

  private static Path extract(String resource, Path parent) throws IOException {
    ClassLoader loader = TemporaryFiles.class.getClassLoader();
    try (InputStream in = loader.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException("this jar does not hold " + resource);
      }
      Path folder = Files.createTempDirectory(parent, "rocjfr");
      Path file = folder.resolve(resource.substring(resource.lastIndexOf('/') + 1));
      folder.toFile().deleteOnExit(); // in reverse order: first the file
      file.toFile().deleteOnExit();
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
      return file;
    }
  }

  /** Removes a file that {@link #extract} made, and its folder; what cannot be goes at exit. */
  static void remove(Path file) {
    try {
      Files.deleteIfExists(file);
      Files.deleteIfExists(file.getParent());
    } catch (IOException e) {
      // deleteOnExit tries again.
    }
  }

  static boolean has(String resource) {
    return TemporaryFiles.class.getClassLoader().getResource(resource) != null;
  }
}
