// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import io.rocjfr.bridge.RoctracerLibrary;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds our native libraries. */
final class NativeLibraryFile {
  private static final String CORE = "librocjfr.so";
  private static final String ROCTRACER = "libroctracer64.so.4";
  private static final String DELETED = " (deleted)";
  private static final String RESOURCES = "native/linux-x86-64/";

  private NativeLibraryFile() {}

  /**
   * The core to use: the one that was asked for; one that the process has already (there is only
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
    String loaded = mapped(maps(), CORE, false);
    if (loaded == null) {
      return ours(CORE, jar, "option native=FILE names one");
    }
    if (loaded.endsWith(DELETED)) { // what is at that place now would be a second core
      throw new IOException(
          "the process uses " + loaded + ", which was removed or replaced since: restart it");
    }
    return Path.of(loaded);
  }

  /**
   * The roctracer library to use: one that the process has already, if it is ours; the one beside
   * the core; the one in {@code lib/} beside the jar; the one in the jar.
   */
  static Path findRoctracer(Path core, Path jar) throws IOException {
    // In the process it has the name of the file that libroctracer64.so.4 links to.
    String loaded = mapped(maps(), ROCTRACER, true);
    if (loaded != null && !loaded.endsWith(DELETED) && RoctracerLibrary.isOurs(Path.of(loaded))) {
      return Path.of(loaded);
    }
    Path beside = core.resolveSibling(ROCTRACER);
    return Files.isReadable(beside)
        ? beside.toAbsolutePath()
        : ours(ROCTRACER, jar, "put it beside " + core);
  }

  private static Path ours(String name, Path jar, String remedy) throws IOException {
    if (jar != null) {
      Path beside = jar.resolveSibling("lib").resolve(name);
      if (Files.isReadable(beside)) {
        return beside.toAbsolutePath();
      }
    }
    if (!TemporaryFiles.has(RESOURCES + name)) {
      throw new IOException(name + " is neither in rocjfr.jar nor in lib/ beside it; " + remedy);
    }
    return TemporaryFiles.extract(RESOURCES + name);
  }

  private static String maps() throws IOException {
    try (InputStream in = new FileInputStream("/proc/self/maps")) { // quicker than Files' ways
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  /**
   * What the process has already: by LD_PRELOAD, or since it is linked with one of our libraries.
   *
   * @return as it is mapped, so with the kernel's word if it was removed; null if there is none
   */
  static String mapped(String maps, String wanted, boolean withSuffix) {
    for (String line : maps.split("\n", -1)) {
      int slash = line.indexOf('/');
      String name = line.substring(line.lastIndexOf('/') + 1);
      if (slash >= 0
          && (withSuffix
              ? name.startsWith(wanted)
              : name.equals(wanted) || name.equals(wanted + DELETED))) {
        return line.substring(slash);
      }
    }
    return null;
  }
}
