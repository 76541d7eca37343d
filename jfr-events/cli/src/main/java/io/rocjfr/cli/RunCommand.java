// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.recording.ExitCodes;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code run -- java ARGS}: a program, recorded from its first call to its end. */
@Command(
    name = "run",
    description = {
      "Runs a Java program and records what it does on the GPU, from its first call to its end.",
      "",
      "Where the command is not java itself (a script that starts it), the options reach each JVM"
          + " that it starts through JAVA_TOOL_OPTIONS."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the program ended with 0, and the file is written",
      "2:the file is not written, or not wholly; bad usage",
      "other:what the program ended with; the file is written"
    })
final class RunCommand implements Callable<Integer> {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      defaultValue = "gpu.jfr",
      description = "FILE.jfr is a recording, FILE.html a page. Default: ${DEFAULT-VALUE}.")
  private Path output;

  @Mixin private RecordingSettings settings;

  @Parameters(
      arity = "1..*",
      paramLabel = "COMMAND",
      description = "The program with its arguments: java -jar your.jar")
  private List<String> command;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter err = spec.commandLine().getErr();
    Path jar = ThisJar.path();
    if (jar == null) {
      throw new UserError("run works from rocjfr.jar only.");
    }
    TargetFile target = TargetFile.of(output);
    Files.deleteIfExists(target.recording());
    Path repository = Files.createTempDirectory("rocjfr-repository");
    boolean finished = false;
    Interrupt interrupt = new Interrupt(); // The program gets it, too, and ends by it.
    try {
      int program = run(jar.toAbsolutePath(), target, repository);
      int code = ExitCodes.OK;
      if (!Files.exists(target.recording()) || Files.size(target.recording()) == 0) {
        if (!salvage(repository, target)) {
          throw new UserError(
              "The program ended with " + program + " and wrote no recording. Is it a JVM?");
        }
        err.println(
            "The program was killed before it could write its recording: what JFR had written until"
                + " then is used; the last second is missing.");
        code = ExitCodes.BAD_INPUT;
      }
      finished = true;
      int shown = new RecordedSummary(spec).show(target, err);
      if (program != 0) {
        err.println("rocjfr: the program ended with " + program);
      }
      return Math.max(code, shown) != ExitCodes.OK ? ExitCodes.BAD_INPUT : program;
    } finally {
      settings.close();
      if (!finished) {
        target.discard();
      }
      delete(repository);
      interrupt.close();
    }
  }

  private int run(Path jar, TargetFile target, Path repository) {
    List<String> options = new ArrayList<>();
    options.add("-javaagent:" + jar);
    options.add("-XX:FlightRecorderOptions=repository=" + repository);
    StringBuilder start = new StringBuilder("-XX:StartFlightRecording=dumponexit=true,filename=");
    start.append(target.recording());
    settings.names().forEach(name -> start.append(",settings=").append(name));
    options.add(start.toString());

    ProcessBuilder builder = new ProcessBuilder();
    builder.inheritIO();
    String program = command.get(0);
    if (Path.of(program).getFileName().toString().equals("java")) {
      builder.command().add(program);
      builder.command().addAll(options);
      builder.command().addAll(command.subList(1, command.size()));
    } else {
      builder.command().addAll(command);
      builder
          .environment()
          .merge("JAVA_TOOL_OPTIONS", String.join(" ", options), (had, more) -> had + " " + more);
    }
    try {
      return builder.start().waitFor();
    } catch (IOException e) {
      throw new UserError(program + " cannot be started: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UserError("interrupted");
    }
  }

  /** The JVM makes a folder of its own in the one that it was told. */
  private static boolean salvage(Path repository, TargetFile target) throws IOException {
    List<Path> folders;
    try (Stream<Path> all = Files.list(repository)) {
      folders = all.filter(Files::isDirectory).toList();
    }
    for (Path folder : folders) {
      if (Repository.salvage(folder.toString(), target.recording())) {
        return true;
      }
    }
    return false;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
