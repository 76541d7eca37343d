// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.recording.Leftovers;
import io.rocjfr.recording.Progress;
import io.rocjfr.recording.RecordingFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Where a recording goes; the ending of the name says in which form. */
final class TargetFile {
  private final Path file;
  private final Path recording;
  private String called = "";

  private TargetFile(Path file, Path recording) {
    this.file = file;
    this.recording = recording;
  }

  /** Ends the command if nothing can be written there. */
  static TargetFile of(Path wanted) {
    Path file = wanted.toAbsolutePath().normalize();
    boolean isRecording = named(file, ".jfr");
    if (isRecording || named(file, ".html")) {
      OutputFile.of(wanted); // Ends the command.
    } else if (!ConvertedFile.canBe(wanted)) {
      String other = OtherForm.advice(wanted);
      throw new UserError(
          wanted
              + ": what shall it be? -o FILE.jfr is a recording, -o FILE.html a page, -o"
              + " FILE.pftrace a trace for Perfetto, -o FILE.db a database of rocpd, -o FOLDER"
              + " Parquet files."
              + (other.isEmpty() ? "" : " Of a recording " + other));
    } else {
      ConvertedFile.of(wanted); // Likewise.
    }
    // Beside the page: the other process has to write it, and may have another temporary folder.
    // In a folder that is there, whose own folder may be another user's; engines read no .jfr.
    Path folder = Files.isDirectory(file) ? file : file.getParent();
    try {
      return new TargetFile(
          file, isRecording ? file : Files.createTempFile(folder, "rocjfr", ".jfr"));
    } catch (IOException e) {
      throw new UserError(folder + " cannot be written: " + e.getMessage());
    }
  }

  private static boolean named(Path file, String ending) {
    return file.toString().toLowerCase(Locale.ROOT).endsWith(ending);
  }

  /** Lets another user's process write what was made beside the page. */
  void letWrite(long pid) {
    try {
      if (isMadeOfIt()) {
        Files.setOwner(recording, Files.getOwner(Path.of("/proc/" + pid)));
      }
    } catch (IOException e) {
      throw new UserError(
          recording + " cannot be given to the user of process " + pid + ": " + e.getMessage());
    }
  }

  /** Where the JVM shall write its recording. */
  Path recording() {
    return recording;
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
      return recording;
    }
    try {
      return called.isEmpty() ? file.getFileName() : Path.of(called);
    } catch (InvalidPathException e) { // in a locale that has not its letters
      return file.getFileName();
    }
  }

  boolean isMadeOfIt() {
    return !recording.equals(file);
  }

  /** Makes of the recording what was wanted; returns whether there is anything. */
  boolean finish(Progress progress, PrintWriter err) throws IOException {
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
                    + " is not written: nothing of rocjfr was recorded. The recording itself is kept: "
                    + recording);
            return false;
          }
        }
      } catch (IOException | UserError e) {
        String reason =
            e instanceof IOException failure
                ? file + " cannot be written: " + OutputFile.reason(failure)
                : e.getMessage();
        throw new UserError(reason + "\nThe recording itself is kept: " + recording);
      }
      if (Leftovers.areRemoved()) { // What was read of it may have been removed meanwhile.
        err.println("rocjfr: interrupted. The recording itself is kept: " + recording);
      } else {
        Files.deleteIfExists(recording);
      }
    }
    return true;
  }

  /** Removes what was made for nothing. */
  void discard() {
    try {
      if (isMadeOfIt() || (Files.exists(recording) && Files.size(recording) == 0)) {
        Files.deleteIfExists(recording);
      }
    } catch (IOException e) {
      // It stays: it is empty, and named as ours.
    }
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
