// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The folder for the recordings of the JVMs of a run, one file for each JVM. It is our own folder,
 * because JFR takes its name unchanged. The user's name may have commas, or parts that newer JDKs
 * replace.
 */
final class RunFolder implements AutoCloseable {
  /** As JFR names a file in a folder that it is given. */
  private static final Pattern PID = Pattern.compile("pid-(\\d+)-");

  private final Path folder;
  private boolean kept;

  RunFolder() throws IOException {
    folder = Files.createTempDirectory("rocjfr-run");
    Files.createDirectory(recordings());
    Files.createDirectory(repository());
  }

  Path path() {
    return folder;
  }

  /** Each JVM makes a file in it, of a name of its own. */
  Path recordings() {
    return folder.resolve("recordings");
  }

  /** The file of the only JVM. */
  Path recording() {
    return recordings().resolve("recording.jfr");
  }

  /** Each JVM makes a folder of its own in it. */
  Path repository() {
    return folder.resolve("repository");
  }

  /**
   * Moves the recordings to where they are wanted.
   *
   * @param target a file of ours, for that of the JVM that ended last
   * @param named after which the others are called
   * @return where those of other JVMs are than the one that ended last, beside that; empty if there
   *     is no recording at all
   * @throws UserError if they cannot be there: what is not is kept here, and the message says so
   */
  Optional<List<Path>> moveTo(Path target, Path named) {
    try {
      return move(target, named);
    } catch (IOException e) {
      throw keep(recordings(), OutputFile.failed(named, target.getParent(), e));
    } catch (UserError e) {
      throw keep(recordings(), e);
    }
  }

  private UserError keep(Path what, UserError failure) {
    kept = true;
    return failure.and("The recording is kept: " + what);
  }

  private Optional<List<Path>> move(Path target, Path named) throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.list(recordings())) {
      for (Path file : all.toList()) {
        if (Files.size(file) > 0) {
          files.add(file);
        }
      }
    }
    if (files.isEmpty()) {
      return Optional.empty();
    }
    files.sort(Comparator.comparing(file -> file.toFile().lastModified()));
    List<Path> others = new ArrayList<>();
    for (Path file : files.subList(0, files.size() - 1)) {
      Path other = other(target, named, file);
      OutputFile.of(other)
          .make(part -> Files.exists(Files.copy(file, part))); // whole, or as it was
      others.add(other);
    }
    Files.move(files.get(files.size() - 1), target, StandardCopyOption.REPLACE_EXISTING);
    return Optional.of(others);
  }

  /** {@code gpu.jfr} and {@code gpu.html} become {@code gpu-PID.jfr}. */
  private static Path other(Path target, Path named, Path file) {
    Matcher pid = PID.matcher(file.getFileName().toString());
    String name = named.getFileName().toString();
    String stem = name.contains(".") ? name.substring(0, name.lastIndexOf('.')) : name;
    return target.resolveSibling(stem + "-" + (pid.find() ? pid.group(1) : "other") + ".jfr");
  }

  /**
   * Takes what a killed JVM has left; returns whether there was anything.
   *
   * @param target a file of ours
   * @param named what is wanted
   * @throws UserError if it cannot be there: it is kept here, and the message says so
   */
  boolean salvageTo(Path target, Path named) {
    try {
      List<Path> folders;
      try (Stream<Path> all = Files.list(repository())) {
        folders = all.filter(Files::isDirectory).toList();
      }
      for (Path one : folders) {
        if (Repository.salvage(one.toString(), target)) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      throw keep(repository(), OutputFile.failed(named, target.getParent(), e));
    }
  }

  /** How much the JVMs have written. */
  long bytes() {
    try (Stream<Path> files = Files.list(recordings())) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException | UncheckedIOException e) {
      return 0;
    }
  }

  @Override
  public String toString() {
    return folder.toString();
  }

  @Override
  public void close() throws IOException {
    if (kept) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
