// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Copies native libraries out of the jar, into a folder that only this user can write. */
final class TemporaryFiles {
  private static final int MOST_ATTEMPTS = 100;

  /** What was made and not removed. */
  private static final List<Path> MADE = new ArrayList<>();

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
    return extract(resource, folders, mounts());
  }

  /** The same, for tests: with these folders and this content of /proc/self/mounts. */
  static Path extract(String resource, Set<String> folders, String mounts) throws IOException {
    Exception failure = null;
    String noexec = "";
    for (String folder : folders) {
      try {
        if (isNoexec(Path.of(folder).toRealPath(), mounts)) {
          noexec += (noexec.isEmpty() ? "" : ", ") + folder;
        } else {
          return extract(resource, Path.of(folder).toAbsolutePath()); // the loader wants that
        }
      } catch (IOException | InvalidPathException e) { // a name may not fit Java's locale
        failure = e;
      }
    }
    throw new IOException(
        resource.substring(resource.lastIndexOf('/') + 1)
            + " cannot be copied out of the jar, because none of the temporary folders "
            + folders
            + " is usable: "
            + (noexec.isEmpty() ? "" : noexec + ": mounted noexec, so no library can be loaded")
            + (noexec.isEmpty() || failure == null ? "" : "; ")
            + (failure == null ? "" : "not writable (" + failure + ")")
            + ". Name another folder with -Djava.io.tmpdir=FOLDER, or put the folder lib/ of"
            + " the distribution beside rocjfr.jar",
        failure);
  }

  private static String mounts() {
    try {
      return Files.readString(Path.of("/proc/self/mounts"), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return ""; // whether a library can be loaded is seen then
    }
  }

  /** Whether the file system that holds the folder was mounted so that nothing in it can be run. */
  private static boolean isNoexec(Path folder, String mounts) {
    String name = folder.toString();
    String longest = "";
    boolean noexec = false;
    for (int at = 0; at < mounts.length(); ) {
      int end = mounts.indexOf('\n', at);
      end = end < 0 ? mounts.length() : end;
      int place = mounts.indexOf(' ', at) + 1;
      int type = mounts.indexOf(' ', place) + 1;
      int options = mounts.indexOf(' ', type) + 1;
      if (place > at && type > place && options > type && options < end) {
        String mount = nameOf(mounts.substring(place, type - 1));
        boolean holds =
            mount.equals("/")
                || name.equals(mount)
                || (name.startsWith(mount) && name.charAt(mount.length()) == '/');
        if (holds && mount.length() >= longest.length()) { // a later one hides an earlier one
          longest = mount;
          int optionsEnd = mounts.indexOf(' ', options);
          String list = mounts.substring(options, optionsEnd < 0 ? end : Math.min(end, optionsEnd));
          noexec = ("," + list + ",").contains(",noexec,");
        }
      }
      at = end + 1;
    }
    return noexec;
  }

  /** The kernel writes blanks, ends of lines and backslashes of a name as three octal digits. */
  private static String nameOf(String mount) {
    if (mount.indexOf('\\') < 0) {
      return mount;
    }
    StringBuilder name = new StringBuilder();
    for (int at = 0; at < mount.length(); at++) {
      char c = mount.charAt(at);
      if (c == '\\' && at + 3 < mount.length()) {
        c = 0;
        for (int end = at + 3; at < end; ) {
          c = (char) (8 * c + mount.charAt(++at) - '0');
        }
      }
      name.append(c);
    }
    return name.toString();
  }

  private static Path extract(String resource, Path parent) throws IOException {
    ClassLoader loader = TemporaryFiles.class.getClassLoader();
    try (InputStream in = loader.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException("this jar does not contain " + resource);
      }
      Path folder = newFolder(parent);
      Path file = folder.resolve(resource.substring(resource.lastIndexOf('/') + 1));
      folder.toFile().deleteOnExit(); // in reverse order: first the file
      file.toFile().deleteOnExit();
      try {
        Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
      } catch (IOException e) {
        remove(file);
        throw e;
      }
      synchronized (MADE) {
        MADE.add(file);
      }
      return file;
    }
  }

  /** Not Files.createTempDirectory, whose random numbers take 30 ms at the start of a JVM. */
  private static Path newFolder(Path parent) throws IOException {
    FileAttribute<?> mine =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    for (int attempt = 1; ; attempt++) {
      Path folder = parent.resolve("rocjfr" + Long.toHexString(System.nanoTime() + attempt));
      try {
        return Files.createDirectory(folder, mine);
      } catch (FileAlreadyExistsException e) {
        if (attempt == MOST_ATTEMPTS) {
          throw e;
        }
      }
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

  /** After a start that has failed: the JVM may run for long, or be killed. */
  static void removeAll() {
    synchronized (MADE) {
      MADE.forEach(TemporaryFiles::remove);
      MADE.clear();
    }
  }

  static boolean has(String resource) {
    try (InputStream in = TemporaryFiles.class.getClassLoader().getResourceAsStream(resource)) {
      return in != null;
    } catch (IOException e) {
      return false;
    }
  }
}
