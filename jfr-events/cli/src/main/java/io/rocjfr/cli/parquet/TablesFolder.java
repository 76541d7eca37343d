// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.parquet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A folder of tables, to which conversions add. Files are written below a folder that readers pass
 * over, and move when all of them are whole. One recording's events are in it once: what was
 * converted before is replaced by a recording that holds all of it, and is in the way of one that
 * holds a part of it.
 */
final class TablesFolder implements AutoCloseable {
  /** What says of each recording that it is there: it moves last. */
  static final String RECORDINGS = "Recording";

  private static final Pattern NAME = Pattern.compile("(\\d+)-(\\d+)(-\\d+)?\\.parquet");

  /** Chunks that follow each other may seem to overlap by what clocks are off. */
  private static final long APART_NANOS = 1_000_000;

  /**
   * What a recording covers.
   *
   * @param process the name of its partition
   * @param begin in nanoseconds of the epoch
   * @param end likewise
   */
  private record Covered(String process, long begin, long end) {
    boolean overlaps(Covered other) {
      return process.equals(other.process)
          && Math.min(end, other.end) - Math.max(begin, other.begin) > APART_NANOS;
    }

    boolean holds(Covered other) {
      return process.equals(other.process)
          && begin <= other.begin + APART_NANOS
          && end >= other.end - APART_NANOS;
    }

    String fileName() {
      return begin + "-" + end;
    }
  }

  private final Path folder;
  private final boolean isNew;
  private final Path staging;
  private final Map<Path, Path> staged = new LinkedHashMap<>();
  private final List<Covered> added = new ArrayList<>();
  private boolean published;
  private int recordings;

  TablesFolder(Path folder) throws IOException {
    this.folder = folder;
    isNew = Files.notExists(folder);
    if (isNew) {
      Files.createDirectory(folder);
    }
    String tag = Long.toString(ThreadLocalRandom.current().nextLong(Long.MAX_VALUE), 36);
    staging = folder.resolve(".rocjfr-" + tag + ".part");
    try {
      Files.createDirectory(staging);
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  /** Where the files of the next recording are written. */
  Path room() throws IOException {
    return Files.createDirectory(staging.resolve(Integer.toString(recordings++)));
  }

  /** The files of a recording are whole. */
  void add(TableFiles files, String process, long begin, long end) throws IOException {
    Covered covered = new Covered(process, begin, Math.max(begin, end));
    for (Covered other : added) {
      if (covered.overlaps(other) || covered.fileName().equals(other.fileName())) {
        throw new IOException("two of the recordings hold the same time of one process");
      }
    }
    staged.putAll(files.finish(covered.fileName()));
    added.add(covered);
  }

  /** Moves all files to where readers find them. */
  void publish() throws IOException {
    List<Path> old = replaced();
    List<Path> moved = new ArrayList<>();
    try {
      for (boolean last : new boolean[] {false, true}) {
        for (Map.Entry<Path, Path> file : staged.entrySet()) {
          if (file.getValue().startsWith(RECORDINGS) == last) {
            Path place = folder.resolve(file.getValue());
            Files.createDirectories(place.getParent());
            Files.move(file.getKey(), place, StandardCopyOption.REPLACE_EXISTING);
            moved.add(place);
          }
        }
      }
      published = true;
    } finally {
      if (!published) {
        for (Path place : moved) {
          Files.deleteIfExists(place);
        }
      }
    }
    old.removeAll(moved);
    for (Path file : old) {
      Files.deleteIfExists(file);
    }
  }

  /** The files of earlier conversions that hold nothing but what is added now. */
  private List<Path> replaced() throws IOException {
    List<Path> old = new ArrayList<>();
    for (Path file : files()) {
      Covered there = covered(file);
      if (there == null) {
        continue;
      }
      for (Covered covered : added) {
        if (covered.holds(there)) {
          old.add(file);
        } else if (covered.overlaps(there)) {
          throw new IOException(
              "it holds a part of the recording already, and more of that process ("
                  + folder.relativize(file)
                  + "). Name another folder, or remove that process's files (find "
                  + folder
                  + " -name '"
                  + there.fileName()
                  + "*.parquet' -delete)");
        }
      }
    }
    return old;
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder, 4)) {
      return all.filter(file -> !file.startsWith(staging))
          .filter(file -> file.getFileName().toString().endsWith(".parquet"))
          .toList();
    }
  }

  private static Covered covered(Path file) {
    Matcher name = NAME.matcher(file.getFileName().toString());
    String process = file.getParent().getFileName().toString();
    try {
      return name.matches() && process.startsWith("process=")
          ? new Covered(
              process.substring("process=".length()),
              Long.parseLong(name.group(1)),
              Long.parseLong(name.group(2)))
          : null;
    } catch (NumberFormatException e) {
      return null; // somebody else's
    }
  }

  /** Removes what is left of the files that did not move, and the folder if it was for nothing. */
  @Override
  public void close() throws IOException {
    if (Files.exists(staging)) {
      try (Stream<Path> all = Files.walk(staging)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(path);
        }
      }
    }
    if (isNew && !published) {
      Files.deleteIfExists(folder);
    }
  }
}
