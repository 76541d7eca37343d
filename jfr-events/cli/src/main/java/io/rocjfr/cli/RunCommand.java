// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.recording.ExitCodes;
import io.rocjfr.recording.TextOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code run -- java ARGS}: a program, recorded from its first call to its end. */
@Command(
    name = "run",
    description = {
      "Runs a Java program and records what it does on the GPU, from its first call to its end.",
      "",
      "If the command is a script that starts java, the options reach each of its JVMs through"
          + " JAVA_TOOL_OPTIONS. Each of several JVMs gets its own file. With -d only the JVM"
          + " that ended last gets a file."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the program ended with 0, and the file is written",
      "2:the file is not written, or not complete, or bad usage",
      "other:the exit code of the program; the file is written"
    })
final class RunCommand implements Callable<Integer> {
  /** JFR does not take less. */
  private static final long LEAST_NANOS = 1_000_000_000L;

  @Option(
      names = {"-d", "--duration"},
      paramLabel = "TIME",
      converter = Duration.Converter.class,
      description = "How long to record: 30s, 5m, 1h. The program goes on. Default: until its end.")
  private Duration duration;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      defaultValue = "gpu.jfr",
      description =
          "The output: FILE.jfr for a recording, FILE.html for a page, FILE.pftrace for"
              + " Perfetto, FILE.db for rocpd, or a folder for Parquet files. Default:"
              + " ${DEFAULT-VALUE}.")
  private Path output;

  @Mixin private RecordingSettings settings;
  @Mixin private GivenAgentOptions agent;

  @Parameters(
      arity = "1..*",
      paramLabel = "COMMAND",
      description = "The program with its arguments: java -jar your.jar")
  private List<String> command;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    TextOutput err = Outputs.err(spec);
    if (duration != null && duration.nanos() < LEAST_NANOS) {
      throw new ParameterException(
          spec.commandLine(), "-d must be at least 1s, because JFR" + " accepts no shorter time");
    }
    String agentOptions = agent.text();
    Path jar = ThisJar.path();
    if (jar == null) {
      throw new UserError("run works from rocjfr.jar only.");
    }
    TargetFile target = TargetFile.of(output);
    target.call(Jvms.shortName(isJava() ? Jvms.main(command) : command.get(0)));
    Interrupt interrupt = new Interrupt(err);
    try (RunFolder folder = new RunFolder()) {
      interrupt.says(folder::bytes, () -> giveUp(target, folder));
      int program = ChildProcess.run(program(javaAgent(jar, agentOptions), folder), interrupt);
      int code = ExitCodes.OK;
      Optional<List<Path>> others = folder.moveTo(target.recording(), target.path());
      if (others.isEmpty()) {
        if (!folder.salvageTo(target.recording(), target.path())) {
          throw new UserError(
              "The program ended with "
                  + program
                  + " and wrote no recording. It is not a JVM,"
                  + " or it was killed or halted in its first second.");
        }
        err.println("The program ended before it could write its recording. " + Repository.USED);
        code = ExitCodes.BAD_INPUT;
      } else if (!others.get().isEmpty()) {
        err.println(
            "There were several JVMs. The following is about the one that ended last."
                + " Recordings of the others: "
                + others.get().stream().map(Path::toString).collect(Collectors.joining(", ")));
      }
      target.recorded();
      int shown = new RecordedSummary(spec).show(target, err);
      if (program != 0) {
        err.println("rocjfr: the program ended with " + program);
      }
      return Math.max(code, shown) != ExitCodes.OK ? ExitCodes.BAD_INPUT : program;
    } finally {
      settings.close();
      target.discard();
      interrupt.close();
    }
  }

  /** What is said where the command cannot go on to its end, and with it what was begun. */
  private static String giveUp(TargetFile target, RunFolder folder) {
    target.discard();
    String state = target.state();
    return state.isEmpty()
        ? target + " is not written. The recording of the program is kept: " + folder
        : state;
  }

  private boolean isJava() {
    return command.get(0).replaceFirst(".*/", "").equals("java");
  }

  private static String javaAgent(Path jar, String options) {
    return "-javaagent:" + jar.toAbsolutePath() + (options.isEmpty() ? "" : "=" + options);
  }

  private ProcessBuilder program(String javaAgent, RunFolder folder) {
    String program = command.get(0);
    boolean java = isJava();
    List<String> options = new ArrayList<>();
    options.add(javaAgent);
    options.add("-XX:FlightRecorderOptions=repository=" + folder.repository());
    // Without a limit, or JFR keeps the last 250 MB only.
    StringBuilder start =
        new StringBuilder("-XX:StartFlightRecording=dumponexit=true,maxsize=0,filename=");
    // A recording that ends before its JVM is written to a file only, not to a folder.
    start.append(java || duration != null ? folder.recording() : folder.recordings());
    if (duration != null) {
      start.append(",duration=").append(duration.nanos() / 1_000_000).append("ms");
    }
    settings
        .names(folder.path())
        .forEach(name -> start.append(",settings=\"").append(name).append('"'));
    options.add(start.toString());
    // JFR's lines at its start, which go to standard output, are no words of the program.
    options.add("-Xlog:jfr+startup=error");

    ProcessBuilder builder = new ProcessBuilder();
    if (java) {
      builder.command().add(program);
      builder.command().addAll(options);
      builder.command().addAll(command.subList(1, command.size()));
    } else {
      builder.command().addAll(command);
      String words = options.stream().map(RunCommand::word).collect(Collectors.joining(" "));
      builder.environment().merge("JAVA_TOOL_OPTIONS", words, (had, more) -> had + " " + more);
    }
    return builder;
  }

  /** As the JVM reads it in an environment variable. */
  private static String word(String option) {
    return option.matches(".*[\\s\"].*") ? "'" + option + "'" : option;
  }
}
