// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import io.rocjfr.bridge.LoadedLibraries;
import io.rocjfr.bridge.Log;
import io.rocjfr.bridge.RoctracerLibrary;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Finds our native libraries. */
final class NativeLibraryFile {
  private static final String CORE = "librocjfr.so";
  private static final String ROCTRACER = "libroctracer64.so.4";
  private static final String DELETED = " (deleted)";

  /** Of names that Java has got from the system. */
  private static final Charset FILE_NAMES =
      Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));

  private static final String RESOURCES = "native/linux-x86-64/";

  private NativeLibraryFile() {}

  /**
   * The core to use. The order is: the requested one, one that the process has already (a process
   * has only one core), the one in {@code lib/} beside the jar, the one in the jar.
   *
   * @param chosen null if none was asked for
   * @param jar null if we do not run from one
   */
  static Path find(Path chosen, Path jar) throws IOException {
    if (chosen != null) {
      if (!Files.isRegularFile(chosen) || !Files.isReadable(chosen)) {
        throw new IOException("option native: " + chosen + " cannot be read");
      }
      return chosen;
    }
    List<String> mapped = mapped(maps(), CORE, false);
    Path loaded = loaded(mapped);
    if (loaded != null) {
      return loaded;
    }
    if (!mapped.isEmpty() && LoadedLibraries.has(CORE)) {
      // What is at that place now would be a second core.
      throw new IOException(
          "the process uses "
              + mapped.stream().filter(file -> file.endsWith(DELETED)).findFirst().orElse(CORE)
              + ", but the file was removed or replaced. Restart the process");
    }
    for (String file : mapped) {
      Log.warn(
          file
              + " is not used, because the process has mapped it, but not loaded it as a"
              + " library");
    }
    return ours(CORE, jar, "to name one, use the option native=FILE");
  }

  /**
   * The roctracer library to use. The order is: one that the process has already, if it is ours,
   * the one beside the core, the one in {@code lib/} beside the jar, the one in the jar.
   */
  static Path findRoctracer(Path core, Path jar) throws IOException {
    // In the process it has the name of the file that libroctracer64.so.4 links to.
    Path loaded = loaded(mapped(maps(), ROCTRACER, true));
    if (loaded != null && RoctracerLibrary.isOurs(loaded)) {
      return loaded;
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
   * The first that the loader has loaded: by LD_PRELOAD, or since the process is linked with one of
   * our libraries. Not what was only mapped, as an upload of that name; null if there is none.
   */
  private static Path loaded(List<String> mapped) throws IOException {
    if (mapped.isEmpty()) {
      return null; // mostly, and without JNA
    }
    JnaSetup.initialize();
    for (String file : mapped) {
      if (!file.endsWith(DELETED) && LoadedLibraries.has(file)) {
        byte[] bytes = file.getBytes(StandardCharsets.ISO_8859_1);
        return Path.of(new String(bytes, FILE_NAMES));
      }
    }
    return null;
  }

  /**
   * The files of this name that the process has mapped.
   *
   * @return as they are mapped, so with the kernel's word if they were removed
   */
  static List<String> mapped(String maps, String wanted, boolean withSuffix) {
    Set<String> files = new LinkedHashSet<>();
    for (String line : maps.split("\n", -1)) {
      int slash = line.indexOf('/');
      String name = line.substring(line.lastIndexOf('/') + 1);
      if (slash >= 0
          && (withSuffix
              ? name.startsWith(wanted)
              : name.equals(wanted) || name.equals(wanted + DELETED))) {
        files.add(line.substring(slash));
      }
    }
    return List.copyOf(files);
  }
}
