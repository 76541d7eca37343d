// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.cli.selftest.Ledger;
import io.rocjfr.cli.selftest.LedgerFile;
import io.rocjfr.cli.selftest.program.ProgramMain;
import io.rocjfr.cli.selftest.program.ProgramMain.Part;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A part of the known work, in a JVM of its own. */
final class SelftestProgram {
  /** What it has said. */
  static final String LOG = "program.log";

  private static final int MOST_SECONDS = 300;
  private static final int LOOK_MILLIS = 20;
  private static final int LAST_LINES = 5;

  private final Path jar;
  private final Part part;
  private final Path folder;
  private final Path runtime;

  /**
   * Makes one.
   *
   * @param folder of its own, which is made
   * @param runtime the HIP runtime; null for the one that the loader finds
   */
  SelftestProgram(Path jar, Part part, Path folder, Path runtime) {
    this.jar = jar.toAbsolutePath();
    this.part = part;
    this.folder = folder;
    this.runtime = runtime;
  }

  Path folder() {
    return folder;
  }

  /**
   * Runs it to its end.
   *
   * @return its ledger
   * @throws UserError if it has written none: the message says why
   */
  Ledger run() throws IOException {
    Files.createDirectories(folder);
    Process process;
    try {
      process = builder().start();
    } catch (IOException e) {
      throw new UserError("java cannot be started: " + e.getMessage());
    }
    String problem = "";
    try {
      process.getOutputStream().close();
      if (part == Part.LATE && await(process, folder.resolve(ProgramMain.READY))) {
        AttachCommand.attach(ProcessId.of(process.pid()), "");
        Files.createFile(folder.resolve(ProgramMain.ATTACHED));
      }
      if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
        problem = "did not end within " + MOST_SECONDS + " s";
      } else if (process.exitValue() != 0) {
        problem = "ended with status " + process.exitValue();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      problem = "was interrupted";
    } finally {
      process.destroyForcibly();
    }
    Path ledger = folder.resolve(ProgramMain.LEDGER);
    if (problem.isEmpty() && Files.exists(ledger)) {
      return LedgerFile.read(ledger);
    }
    throw new UserError(
        "The program of the self-test " + (problem.isEmpty() ? "wrote no ledger" : problem) + ".",
        said().toArray(String[]::new));
  }

  /** Its last lines. */
  private List<String> said() throws IOException {
    Path log = folder.resolve(LOG);
    List<String> lines = Files.exists(log) ? Files.readAllLines(log) : List.of();
    return lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
  }

  private static boolean await(Process process, Path file) throws InterruptedException {
    while (process.isAlive() && !Files.exists(file)) {
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
    return process.isAlive();
  }

  private ProcessBuilder builder() {
    Path home = Path.of(System.getProperty("java.home"));
    List<String> command = new ArrayList<>(List.of(home.resolve("bin/java").toString()));
    command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
    command.add("-Xlog:jfr+startup=error");
    command.add("-XX:ErrorFile=" + folder.resolve("crash.log"));
    System.getProperties().stringPropertyNames().stream()
        .filter(name -> name.startsWith("rocjfr."))
        .forEach(name -> command.add("-D" + name + "=" + System.getProperty(name)));
    if (part == Part.LATE) {
      if (Runtime.version().feature() >= 21) {
        command.add("-XX:+EnableDynamicAgentLoading");
      }
    } else {
      command.add("-javaagent:" + jar);
    }
    command.addAll(List.of("-jar", jar.toString(), "selftest"));
    command.add(SelftestCommand.PART + "=" + part);
    command.add(SelftestCommand.FOLDER + "=" + folder);
    if (runtime != null) {
      command.add("--runtime=" + runtime.toAbsolutePath());
    }
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectErrorStream(true).redirectOutput(Redirect.to(folder.resolve(LOG).toFile()));
    // LLVM, in hiprtc, has handlers of its own for the JVM's signals, at which it removes its
    // files, so that a kernel does not compile. With this library the JVM's come first.
    Path signals = home.resolve("lib/libjsig.so");
    if (Files.exists(signals)) {
      builder
          .environment()
          .merge("LD_PRELOAD", signals.toString(), (had, ours) -> ours + ":" + had);
    }
    return builder;
  }
}
