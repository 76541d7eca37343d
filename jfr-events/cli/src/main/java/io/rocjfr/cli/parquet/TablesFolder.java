// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.parquet;

import io.rocjfr.recording.FileReport;
import io.rocjfr.recording.Leftovers;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A folder of tables, to which conversions add. Files are written below a folder that readers
 * ignore, and move when all of them are complete. One recording's events are in it once. A
 * recording replaces earlier files if it holds all of their events. It is refused if it holds only
 * a part of them.
 */
final class TablesFolder implements AutoCloseable {
  /** What says of each recording that it is there: it moves last. */
  static final String RECORDINGS = "Recording";

  private static final Pattern NAME = Pattern.compile("(\\d+)-(\\d+)(-\\d+)?\\.parquet");

  /** Those of tables, and not what else is in a folder (lost+found). */
  private static final Pattern TABLE = Pattern.compile("\\w[\\w.$]*");

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
      return equals(other)
          || (overlaps(other)
              && begin <= other.begin + APART_NANOS
              && end >= other.end - APART_NANOS);
    }

    String fileName() {
      return begin + "-" + end;
    }
  }

  /**
   * A recording that is whole in the staging folder.
   *
   * @param report of reading it
   * @param covered by it
   * @param files where they are, and their places below the folder
   */
  private record Added(FileReport report, Covered covered, Map<Path, Path> files) {
    /** A damaged one covers by its chunks' headers more than could be read. */
    boolean replaces(Covered other) {
      return report.problem() == null && covered.holds(other);
    }
  }

  private final Path folder;
  private final boolean isNew;
  private final Path staging;
  private final List<Added> added = new ArrayList<>();
  private final List<FileReport> passedOver = new ArrayList<>();
  private boolean published;
  private int recordings;
  private long bytes;

  TablesFolder(Path wanted) throws IOException {
    isNew = Files.notExists(wanted);
    if (isNew) {
      Files.createDirectory(wanted);
    }
    folder = wanted.toRealPath();
    if (isNew) {
      Leftovers.addIfEmpty(folder);
    }
    String tag = Long.toString(ThreadLocalRandom.current().nextLong(Long.MAX_VALUE), 36);
    staging = folder.resolve(".rocjfr-" + tag + ".part");
    try {
      Files.createDirectory(Leftovers.add(staging));
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  /** Where the files of the next recording are written. */
  Path room() throws IOException {
    return Files.createDirectory(staging.resolve(Integer.toString(recordings++)));
  }

  /** The files of a recording are whole. Of two, one of which holds the other, that one counts. */
  void add(TableFiles files, String process, FileReport report) throws IOException {
    Covered covered =
        new Covered(process, report.beginNanos(), Math.max(report.beginNanos(), report.endNanos()));
    Added next = new Added(report, covered, files.finish(covered.fileName()));
    List<Added> held = new ArrayList<>();
    for (Added other : added) {
      if (other.replaces(covered)) {
        passedOver.add(report);
        return;
      }
      if (next.replaces(other.covered)) {
        held.add(other);
      } else if (covered.overlaps(other.covered) || covered.holds(other.covered)) {
        throw new IOException(
            other.report.file()
                + " and "
                + report.file()
                + " overlap in time and are of the same process."
                + " Events in both would count twice. Leave out one of them");
      }
    }
    held.forEach(other -> passedOver.add(other.report));
    added.removeAll(held);
    added.add(next);
  }

  /** What was not needed, since another of the recordings holds it. */
  List<FileReport> passedOver() {
    return passedOver;
  }

  /** How large the files are that were moved. */
  long bytes() {
    return bytes;
  }

  /** Moves all files to where readers find them. */
  void publish() throws IOException {
    Leftovers.whole(this::moveAll);
  }

  private void moveAll() throws IOException {
    List<Path> old = replaced();
    Map<Path, Path> places = new LinkedHashMap<>();
    for (boolean last : new boolean[] {false, true}) {
      for (Added one : added) {
        one.files.forEach(
            (file, place) -> {
              if (place.startsWith(RECORDINGS) == last) {
                places.put(file, folder.resolve(place));
              }
            });
      }
    }
    for (Path place : places.values()) {
      Files.createDirectories(place.getParent());
    }
    List<Path> moved = new ArrayList<>();
    Map<Path, Path> overwritten = new LinkedHashMap<>();
    try {
      for (Map.Entry<Path, Path> file : places.entrySet()) {
        Path place = file.getValue();
        if (Files.isRegularFile(place)) {
          Path aside = staging.resolve("overwritten-" + overwritten.size());
          Files.move(place, aside);
          overwritten.put(place, aside);
        }
        bytes += Files.size(file.getKey());
        Files.move(file.getKey(), place);
        moved.add(place);
      }
      published = true;
    } finally {
      if (!published) {
        putBack(moved, overwritten);
      }
    }
    old.removeAll(moved);
    for (Path file : old) {
      Files.deleteIfExists(file);
    }
  }

  private static void putBack(List<Path> moved, Map<Path, Path> overwritten) throws IOException {
    for (Path place : moved) {
      Files.deleteIfExists(place);
    }
    for (Map.Entry<Path, Path> file : overwritten.entrySet()) {
      Files.move(file.getValue(), file.getKey());
    }
  }

  /** The files of earlier conversions that hold nothing but what is added now. */
  private List<Path> replaced() throws IOException {
    List<Path> old = new ArrayList<>();
    for (Added one : added) {
      for (Path file : files(one.covered.process)) {
        Covered there = covered(file);
        if (there == null) {
          continue;
        }
        if (one.replaces(there)) {
          old.add(file);
        } else if (one.covered.overlaps(there) || one.covered.holds(there)) {
          throw inTheWay(one, there, file);
        }
      }
    }
    return old;
  }

  private IOException inTheWay(Added one, Covered there, Path file) {
    String remedy =
        " ("
            + folder.relativize(file)
            + "). Name another folder, or remove that process's files (find "
            + folder
            + " -name '"
            + there.fileName()
            + "*.parquet' -delete)";
    return new IOException(
        one.report.problem() == null
            ? "it contains a part of this recording already, and other events of the process"
                + remedy
            : one.report.file()
                + " is not complete, so it does not replace the existing files of the same time"
                + remedy
                + ". The recording "
                + one.report.problem());
  }

  /** Those of a process. Others may come and go meanwhile. */
  private List<Path> files(String process) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path table : list(folder, "*")) {
      if (TABLE.matcher(table.getFileName().toString()).matches()) {
        for (Path day : list(table, "day=*")) {
          files.addAll(list(day.resolve("process=" + process), "*.parquet"));
        }
      }
    }
    return files;
  }

  private static List<Path> list(Path folder, String names) throws IOException {
    List<Path> all = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder, names)) {
      stream.forEach(all::add);
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return all;
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
    Leftovers.deleteAll(staging);
    if (isNew && !published) {
      Leftovers.delete(folder);
    }
  }
}
