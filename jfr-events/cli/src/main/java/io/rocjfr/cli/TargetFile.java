// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.recording.ChunkReader;
import io.rocjfr.recording.Leftovers;
import io.rocjfr.recording.Progress;
import io.rocjfr.recording.RecordingFiles;
import io.rocjfr.recording.TextOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Where a recording goes; the ending of the name says in which form. The JVM writes beside it,
 * under names that JFR takes as they are: what was there before stays until there is more.
 *
 * <p>JFR appends to a file that is there. So what it dumps goes to another file than what it writes
 * when the JVM ends, or that would have the same chunks again. One of the two is the recording.
 */
final class TargetFile {
  private static final Path PROCESSES = Path.of("/proc");

  private final Path file;

  /** Where the recording itself is wanted, which is what a link names; null if it is not. */
  private final Path place;

  private volatile Path recording;

  /** Where the JVM dumps it while it goes on; null as long as nobody asks for that. */
  private volatile Path dump;

  private volatile boolean kept;
  private volatile boolean left;
  private boolean given;
  private String called = "";

  private TargetFile(Path file, Path place, Path recording) {
    this.file = file;
    this.place = place;
    this.recording = recording;
  }

  /** Ends the command if nothing can be written there. */
  static TargetFile of(Path wanted) {
    Path file = wanted.toAbsolutePath().normalize();
    Path place = null;
    if (named(file, ".jfr")) {
      place = OutputFile.of(wanted).path(); // Ends the command.
    } else if (named(file, ".html")) {
      NeededModules.requireForPage(wanted);
      OutputFile.of(wanted); // Likewise.
    } else if (!ConvertedFile.canBe(wanted)) {
      String other = OutputForms.advice(wanted);
      throw new UserError(
          wanted
              + ": the ending of this name is unknown. Use -o FILE.jfr for a recording, -o"
              + " FILE.html for a page, or -o FILE.pftrace for Perfetto. Use -o FILE.db for"
              + " rocpd, or -o FOLDER for Parquet files."
              + (other.isEmpty() ? "" : " Of a recording " + other));
    } else {
      NeededModules.requireForConversion(wanted);
      ConvertedFile.of(wanted); // Likewise.
    }
    // Beside it: the other process has to write it, and may have another temporary folder.
    // In a folder that is there, whose own folder may be another user's; engines read no .jfr.
    Path folder =
        place != null ? place.getParent() : Files.isDirectory(file) ? file : file.getParent();
    // As any file that this user makes: createTempFile's are a secret.
    String tag = Long.toString(ThreadLocalRandom.current().nextLong(Long.MAX_VALUE), 36);
    try {
      Path recording = Files.createFile(folder.resolve("rocjfr" + tag + ".jfr"));
      OutputFile.takeAccess(recording, file);
      return new TargetFile(file, place, recording);
    } catch (IOException e) {
      throw new UserError(folder + " cannot be written: " + OutputFile.reason(e));
    }
  }

  private static boolean named(Path file, String ending) {
    return file.toString().toLowerCase(Locale.ROOT).endsWith(ending);
  }

  /** Lets another user's process write the recording. */
  void letWrite(long pid) {
    try {
      UserPrincipal user = Files.getOwner(PROCESSES.resolve(Long.toString(pid)));
      if (!user.equals(Files.getOwner(PROCESSES.resolve("self")))) {
        giveTo(user, recording);
        given = true;
      }
    } catch (IOException e) {
      throw new UserError(
          recording + " cannot be given to the user of process " + pid + ": " + e.getMessage());
    }
  }

  /** It itself, not what somebody may have linked in its place in a folder of his. */
  private static void giveTo(UserPrincipal user, Path made) throws IOException {
    PosixFileAttributeView view =
        Files.getFileAttributeView(made, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    if (!view.getOwner().equals(user)) {
      view.setOwner(user);
    }
  }

  /** Where the JVM shall write its recording when it ends, and where the recording is then. */
  Path recording() {
    return recording;
  }

  /**
   * Makes the file to which the JVM shall dump its recording while it goes on: beside the other
   * one, for the same users.
   *
   * @throws UserError if it cannot be made
   */
  synchronized Path dump() {
    String name = recording.getFileName().toString().replaceFirst("\\.jfr$", "-dump.jfr");
    try {
      Path made = Files.createFile(recording.resolveSibling(name));
      dump = made;
      OutputFile.takeAccess(made, recording);
      if (given) {
        giveTo(Files.getOwner(recording, LinkOption.NOFOLLOW_LINKS), made);
      }
      return made;
    } catch (IOException e) {
      throw OutputFile.failed(file, folder(), e);
    }
  }

  /** Whether the JVM has dumped anything. */
  boolean isDumped() {
    return dump != null && size(dump) > 0;
  }

  /** Whether the JVM has written anything where it writes when it ends. */
  boolean isWritten() {
    return size(recording) > 0;
  }

  /**
   * The dump is whole: it is the recording. What the JVM writes when it ends is not wanted, and
   * stays until {@link #dropOther}.
   *
   * @return where the JVM may still write
   */
  synchronized Path keepDump() {
    Path other = recording;
    recording = dump;
    dump = other;
    kept = true;
    return other;
  }

  /** Removes the file of the two that is not the recording. */
  synchronized void dropOther() {
    if (dump != null) {
      try {
        Files.deleteIfExists(dump);
      } catch (IOException e) {
        // It stays, named as ours.
      }
      dump = null;
    }
  }

  /** What was wanted. */
  Path path() {
    return file;
  }

  /** In which it is written. */
  Path folder() {
    return recording.getParent();
  }

  /** How much the JVM has written. */
  long bytes() {
    Path dumped = dump;
    return size(recording) + (dumped == null ? 0 : size(dumped));
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) { // not yet, or moved
      return 0;
    }
  }

  /**
   * All that there will be is written. A recording takes its place, if it is whole.
   *
   * @throws UserError if it does not: it stays where it is, and the message says so
   */
  void recorded() throws IOException {
    keep();
    if (place == null) {
      return; // What can be read of it is shown.
    }
    String problem = ChunkReader.read(recording).problem();
    if (problem != null) {
      throw new UserError(
          file + " is not written: the recording " + problem + OutputFile.advice(folder()),
          "The readable part is kept: " + recording);
    }
    try {
      if (given) {
        giveTo(Files.getOwner(PROCESSES.resolve("self")), recording);
      }
      Files.move(recording, place, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw OutputFile.failed(file, folder(), e).and("The recording itself is kept: " + recording);
    }
    recording = place;
  }

  /** What there is where the command cannot go on; empty as long as the JVM writes. */
  String state() {
    if (!kept) {
      return "";
    }
    return recording.equals(place)
        ? file + " is written."
        : file + " is not written. The recording itself is kept: " + recording;
  }

  /** Says what is recorded: a main class or jar. */
  void call(String program) {
    called = program;
  }

  /**
   * What the recording is called: its own name is a temporary one where something is made of it.
   */
  Path shown() {
    if (!isMadeOfIt()) {
      return file;
    }
    try {
      return called.isEmpty() ? file.getFileName() : Path.of(called);
    } catch (InvalidPathException e) { // in a locale that has not its letters
      return file.getFileName();
    }
  }

  boolean isMadeOfIt() {
    return place == null;
  }

  /** Makes of the recording what was wanted; returns whether there is anything. */
  boolean finish(Progress progress, TextOutput err) throws IOException {
    if (isMadeOfIt()) {
      List<RecordingFiles.Named> made = List.of(new RecordingFiles.Named(shown(), recording));
      try {
        if (named(file, ".html")) {
          PageFile page = PageFile.of(made, progress);
          page.unjudged().values().forEach(why -> err.println("rocjfr: " + file + " " + why));
          page.write(OutputFile.of(file));
        } else {
          ConvertedFile converted = ConvertedFile.of(file);
          converted.make(made, progress);
          if (!converted.found()) {
            err.println(
                "rocjfr: "
                    + file
                    + " is not written, because the recording has no events of rocjfr. The"
                    + " recording itself is kept: "
                    + recording);
            return false;
          }
        }
      } catch (IOException | UserError e) {
        UserError reason =
            e instanceof IOException failure
                ? new UserError(file + " cannot be written: " + OutputFile.reason(failure))
                : (UserError) e;
        throw reason.and("The recording itself is kept: " + recording);
      }
      if (Leftovers.areRemoved()) { // What was read of it may have been removed meanwhile.
        err.println("rocjfr: interrupted. The recording itself is kept: " + recording);
      } else {
        Files.deleteIfExists(recording);
      }
    }
    return true;
  }

  /**
   * The JVM writes the recording when it ends. JFR makes no file then that it had made before: an
   * empty one stays. The dump goes; who still writes to it writes to no name.
   *
   * @return whether there is one
   */
  synchronized boolean leave() {
    if (!isSettled()) {
      left = true;
      dropOther();
    }
    return Files.isRegularFile(recording, LinkOption.NOFOLLOW_LINKS);
  }

  /** Whether it is whole, or left to the JVM: there is no more to be done about it. */
  boolean isSettled() {
    return kept || left;
  }

  /** All that there will be is in it. */
  void keep() {
    kept = true;
  }

  /** Removes what was made for nothing. */
  void discard() {
    try {
      if (!isSettled()) {
        dropOther();
        Files.deleteIfExists(recording);
      }
    } catch (IOException e) {
      // It stays, named as ours.
    }
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
