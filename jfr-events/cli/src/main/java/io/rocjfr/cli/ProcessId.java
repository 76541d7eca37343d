// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.figures.KernelNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Another process, to which an agent shall be attached. */
final class ProcessId {
  /** How a process is named, in every command. */
  static final String HELP =
      "The process: its id, or its main class or jar, or a part of that name. rocjfr list shows"
          + " all.";

  /** The library that an agent brings with it. */
  static final String TRACER = "librocjfr.so";

  /** The thread of the agent's that drains, as the kernel has its name. */
  private static final String DRAIN = "rocjfr-drain";

  /** What the kernel adds to the name of a file that was removed, or replaced by an update. */
  private static final String DELETED = " (deleted)";

  private static final Pattern CODE = Pattern.compile("^\\S+ ..x");

  private final long pid;
  private final Path folder;

  private ProcessId(long pid) {
    this.pid = pid;
    folder = Path.of("/proc/" + pid);
  }

  /**
   * The process of this number, or of this name. Ends the command if it does not exist, is no JVM
   * of this user, or if several have that name.
   */
  static ProcessId ofJvm(String numberOrName) {
    long pid;
    try {
      pid = Long.parseLong(numberOrName);
    } catch (NumberFormatException e) {
      return Jvms.named(numberOrName);
    }
    if (pid <= 0) {
      throw new UserError(
          "\"" + numberOrName + "\" is not a process id. rocjfr list shows the" + " JVMs.");
    }
    if (pid == ProcessHandle.current().pid()) {
      throw new UserError("Process " + pid + " is this command itself.");
    }
    ProcessId process = new ProcessId(pid);
    process.requireJvm();
    return process;
  }

  /** A process of this number, whatever it is. */
  static ProcessId of(long pid) {
    return new ProcessId(pid);
  }

  long pid() {
    return pid;
  }

  /**
   * Whether it has ended, also where it still has its number since its parent has not waited for
   * it: as in containers whose first process does not. Where only its first thread has ended, and
   * others go on, it has not.
   */
  boolean hasEnded() {
    if (!Files.isDirectory(folder)) {
      return true;
    }
    String state = status("State:");
    return (state.startsWith("Z") || state.startsWith("X")) && status("Threads:").equals("1");
  }

  boolean isJvm() {
    return hasJvm(libraries());
  }

  /** The words that it was started with; none if that cannot be read. */
  List<String> words() {
    try {
      return List.of(Files.readString(folder.resolve("cmdline")).split("\0", -1));
    } catch (IOException e) {
      return List.of();
    }
  }

  @Override
  public String toString() {
    return Long.toString(pid);
  }

  /**
   * Whether the agent runs in it: it has the thread that drains. The tracer's library is no sign of
   * it: roctx, roctracer or the program's LD_PRELOAD bring that, too.
   */
  boolean hasAgent() {
    try (Stream<Path> threads = Files.list(folder.resolve("task"))) {
      return threads.anyMatch(thread -> DRAIN.equals(nameOf(thread)));
    } catch (IOException | UncheckedIOException e) {
      return false;
    }
  }

  private static String nameOf(Path thread) {
    try {
      return Files.readString(thread.resolve("comm")).strip();
    } catch (IOException e) { // it has ended
      return "";
    }
  }

  /** The files whose code it has at present. */
  List<String> libraries() {
    return libraries(maps().stream());
  }

  private List<String> maps() {
    try {
      return Files.readAllLines(folder.resolve("maps"), StandardCharsets.ISO_8859_1);
    } catch (IOException | UncheckedIOException e) {
      return List.of();
    }
  }

  /** The tracer that it has loaded; empty if there is none. */
  String tracer() {
    return libraries().stream().filter(ProcessId::isTracer).findFirst().orElse("");
  }

  /** What to say of files with the tracer's name that are no code of the process. */
  List<String> notLoaded() {
    return notLoaded(maps());
  }

  /** The same of the lines of /proc/PID/maps. */
  static List<String> notLoaded(List<String> maps) {
    List<String> loaded = libraries(maps.stream());
    return files(maps.stream())
        .filter(file -> isTracer(file) && !loaded.contains(file))
        .map(
            file ->
                file
                    + " is not used, because the process has mapped it, but not loaded it as code.")
        .toList();
  }

  private static boolean isTracer(String file) {
    return file.endsWith("/" + TRACER);
  }

  /**
   * Those that lines of /proc/PID/maps name as code, also where they have been removed since. Java
   * programs map files, too: uploads of any name, but not to run them.
   */
  static List<String> libraries(Stream<String> maps) {
    return files(maps.filter(CODE.asPredicate())).toList();
  }

  private static Stream<String> files(Stream<String> maps) {
    return maps.filter(line -> line.indexOf('/') >= 0)
        .map(line -> line.substring(line.indexOf('/')))
        .map(
            file ->
                file.endsWith(DELETED) ? file.substring(0, file.length() - DELETED.length()) : file)
        .distinct();
  }

  private static boolean hasJvm(List<String> files) {
    return files.stream().anyMatch(file -> file.endsWith("/libjvm.so"));
  }

  /** The variables that it was started with. */
  Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>();
    try {
      for (String variable : Files.readString(folder.resolve("environ")).split("\0", -1)) {
        int equals = variable.indexOf('=');
        if (equals > 0) {
          environment.put(variable.substring(0, equals), variable.substring(equals + 1));
        }
      }
    } catch (IOException e) {
      // It ended, or its environment is no text: then nothing is known.
    }
    return environment;
  }

  /**
   * A JVM is asked to listen by a signal that ends other programs: so look before. Threads, zombies
   * and processes of others show in what can be read of them.
   */
  private void requireJvm() {
    if (!Files.isDirectory(folder) || isThreadOfAnother()) {
      throw new UserError("There is no process " + pid + ". rocjfr list shows the JVMs.");
    }
    if (hasEnded()) {
      throw new UserError("Process " + pid + " has ended.");
    }
    try (Stream<String> maps = Files.lines(folder.resolve("maps"), StandardCharsets.ISO_8859_1)) {
      if (!hasJvm(libraries(maps))) {
        throw new UserError(
            "Process "
                + pid
                + " ("
                + commandLine()
                + ") is not a JVM. rocjfr list shows the"
                + " JVMs.");
      }
    } catch (AccessDeniedException e) {
      if (!isOurs()) {
        throw otherUser();
      }
      throw new UserError("This user may not look at process " + pid + " (" + commandLine() + ").");
    } catch (IOException | UncheckedIOException e) {
      throw new UserError(
          "Cannot get information on process "
              + pid
              + " ("
              + commandLine()
              + "): "
              + e.getMessage());
    }
    if (!isOurs()) {
      throw otherUser();
    }
  }

  private UserError otherUser() {
    return new UserError(
        "Process "
            + pid
            + " ("
            + commandLine()
            + ") belongs to another user. Run this command"
            + " as that user, because a JVM accepts only its own user.");
  }

  /** /proc has threads under their own numbers, too. */
  private boolean isThreadOfAnother() {
    String group = status("Tgid:");
    return !group.isEmpty() && !group.equals(Long.toString(pid));
  }

  /** HotSpot wants the same effective user, or root. */
  private boolean isOurs() {
    String theirs = status("Uid:");
    String own = new ProcessId(ProcessHandle.current().pid()).status("Uid:");
    String[] theirIds = theirs.split("\\s+", -1);
    String[] ownIds = own.split("\\s+", -1);
    return theirIds.length < 2
        || ownIds.length < 2
        || ownIds[1].equals("0")
        || ownIds[1].equals(theirIds[1]);
  }

  private String status(String field) {
    try (Stream<String> lines = Files.lines(folder.resolve("status"))) {
      return lines
          .filter(line -> line.startsWith(field))
          .map(line -> line.substring(field.length()).strip())
          .findFirst()
          .orElse("");
    } catch (IOException | UncheckedIOException e) {
      return "";
    }
  }

  /** Its begin, for people. */
  String commandLine() {
    try {
      String[] words = Files.readString(folder.resolve("cmdline")).split("\0", -1);
      String all = String.join(" ", Arrays.copyOf(words, Math.min(words.length, 3))).strip();
      return all.isBlank() ? status("Name:") : KernelNames.cut(all, 60);
    } catch (IOException e) {
      return status("Name:");
    }
  }
}
