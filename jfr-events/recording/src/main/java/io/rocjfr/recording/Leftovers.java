// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/**
 * Files and folders that a command makes and removes itself, unless Ctrl-C or a SIGTERM ends it
 * first: then they are removed as the process ends.
 */
public final class Leftovers {
  private static final Set<Path> PATHS = ConcurrentHashMap.newKeySet();
  private static final Set<Path> FOLDERS = ConcurrentHashMap.newKeySet();
  private static final List<Runnable> FIRST = new CopyOnWriteArrayList<>();
  private static final List<Runnable> LAST = new CopyOnWriteArrayList<>();

  /** Held by what is done wholly or not at all. */
  private static final Object WHOLE = new Object();

  private static volatile boolean ending;

  static {
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(Leftovers::end, "rocjfr leftovers"));
    } catch (IllegalStateException e) {
      // The process is ending: what begins now is what its end waits for.
    }
  }

  private Leftovers() {}

  /** A step that is not to be left half done. */
  public interface Step {
    /** Does it. */
    void run() throws IOException;
  }

  /** To be removed; the same path is returned. It is removed at once where the process ends. */
  public static Path add(Path path) throws IOException {
    return addTo(PATHS, path);
  }

  /** Likewise, but a folder that was made, which goes only if nothing is in it. */
  public static Path addIfEmpty(Path folder) throws IOException {
    return addTo(FOLDERS, folder);
  }

  private static Path addTo(Set<Path> paths, Path path) throws IOException {
    paths.add(path);
    if (ending) { // Its end may have looked before.
      delete(path);
      throw new IOException("interrupted");
    }
    return path;
  }

  /** Removes a file or an empty folder, if it is there, or forgets one that is no longer there. */
  public static void delete(Path file) throws IOException {
    Files.deleteIfExists(file);
    PATHS.remove(file);
    FOLDERS.remove(file);
  }

  /** Removes a folder, if it is there, with what is in it. */
  public static void deleteAll(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(path);
        }
      }
    }
    PATHS.remove(folder);
  }

  /** When the process ends nothing is removed before that has returned. */
  public static void awaitFirst(Runnable wait) {
    FIRST.add(wait);
  }

  /** When the process ends this is done after all is removed. */
  public static void andThen(Runnable last) {
    LAST.add(last);
  }

  /** Does a step which the end of the process then waits for, or does not let begin. */
  public static void whole(Step step) throws IOException {
    synchronized (WHOLE) {
      if (ending) {
        throw new IOException("interrupted");
      }
      step.run();
    }
  }

  /** Whether files are being removed while a command may still write them. */
  public static boolean areRemoved() {
    return ending;
  }

  private static void end() {
    FIRST.forEach(Runnable::run);
    synchronized (WHOLE) {
      ending = true;
    }
    while (!PATHS.isEmpty()) { // What is added meanwhile, too.
      PATHS.forEach(path -> removeFrom(PATHS, path));
    }
    while (!FOLDERS.isEmpty()) {
      FOLDERS.forEach(path -> removeFrom(FOLDERS, path));
    }
    LAST.forEach(Runnable::run);
  }

  private static void removeFrom(Set<Path> paths, Path path) {
    try {
      if (paths == FOLDERS) {
        Files.deleteIfExists(path);
      } else {
        remove(path);
      }
    } catch (IOException e) {
      // It stays: nobody is left who could be told.
    } finally {
      paths.remove(path);
    }
  }

  private static void remove(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      Files.deleteIfExists(path);
      return;
    }
    // Under another name nothing is added to it any more.
    Path gone = path.resolveSibling(path.getFileName() + "-");
    Files.move(path, gone);
    deleteAll(gone);
  }
}
