// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.cli.flame.FlameGraph;
import io.rocjfr.cli.flame.Quantity;
import io.rocjfr.cli.flame.TopTable;
import io.rocjfr.recording.ExitCodes;
import io.rocjfr.recording.TextOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code top FILE|PROCESS}: the table of what flame draws. */
@Command(
    name = "top",
    description = {
      "Shows which kernels the GPU's time goes to, and which methods of Java launched them, the"
          + " most first: of recordings, or of a process while it runs, each table of what came since"
          + " the one before. The agent is attached if it is not there.",
      "",
      "Totals are exact; how a kernel's total is split between methods is estimated where calls were"
          + " picked at random: then it has a ~, and Samples says of how many."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all is shown",
      "2:a recording could not be read, or not wholly, or has nothing of this; a process that"
          + " cannot be recorded; bad usage"
    })
final class TopCommand implements Callable<Integer> {
  @Parameters(
      arity = "1..*",
      paramLabel = "FILE|PROCESS",
      description = "Flight recordings, as in the other commands; or a process, as in record.")
  private List<String> what;

  @Mixin private FlameOptions options;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "20",
      description = "How many rows; 0 is all. Default: ${DEFAULT-VALUE}.")
  private int rows;

  @Option(
      names = "--frames",
      paramLabel = "N",
      description =
          "How many methods tell one row from another, the innermost first. Default: one, without"
              + " those of well-known bindings, and those by way of which all calls are made.")
  private Integer frames;

  @Option(
      names = "--mine",
      paramLabel = "GLOB",
      split = ",",
      description =
          "Your own methods, by class: com.acme.*. The innermost of them is shown before those of"
              + " libraries. Default: all but those of well-known bindings.")
  private List<String> mine = new ArrayList<>();

  @Option(
      names = "--diff",
      paramLabel = "BASE",
      description = "Show what changed since this recording, the greatest change first.")
  private Path base;

  @Option(names = "--wide", description = "Do not shorten names; lines get as wide as they must.")
  private boolean wide;

  @Option(
      names = {"-d", "--duration"},
      paramLabel = "TIME",
      converter = Duration.Converter.class,
      description = "Of a process, how long: 30s, 5m. Default: until Ctrl-C.")
  private Duration duration;

  @Option(
      names = {"-i", "--interval"},
      paramLabel = "TIME",
      defaultValue = "2s",
      converter = Duration.Converter.class,
      description = "Of a process, how often the table is shown anew. Default: ${DEFAULT-VALUE}.")
  private Duration interval;

  @Option(
      names = "--since-start",
      description =
          "Of a process, show all since top began. Default: what came since the table before.")
  private boolean sinceStart;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if (rows < 0) {
      throw new ParameterException(spec.commandLine(), "--rows is a number of rows, or 0 for all");
    }
    if (frames != null && frames < 1) {
      throw new ParameterException(spec.commandLine(), "--frames is 1 or more");
    }
    return what.stream().allMatch(TopCommand::isFile) ? ofFiles() : ofProcess();
  }

  /** Null for all but those of bindings. */
  private Predicate<String> mine() {
    if (mine.isEmpty()) {
      return null;
    }
    String regex =
        mine.stream()
            .map(glob -> Pattern.quote(glob.strip()).replace("*", "\\E.*\\Q"))
            .collect(Collectors.joining("|"));
    return Pattern.compile("(?:" + regex + ")(?:\\..*)?").asMatchPredicate();
  }

  private int frames() {
    return frames == null ? TopTable.TELLING : frames;
  }

  /** What looks like a file is one, also if it does not exist: the message is about files then. */
  private static boolean isFile(String name) {
    return name.equals("-")
        || name.endsWith(".jfr")
        || name.contains("/")
        || Files.exists(Path.of(name));
  }

  private int ofFiles() throws IOException {
    TextOutput out = Outputs.out(spec);
    FlameFiles read = new FlameFiles(Outputs.err(spec));
    FlameGraph graph =
        read.read(
            what.stream().map(Path::of).toList(), options.quantity(), options.selection(true));
    if (!read.found() || graph.total() <= 0) {
      return ExitCodes.BAD_INPUT;
    }
    if (base == null) {
      TopText.of(graph, rows, frames(), wide, mine()).forEach(out::println);
    } else {
      FlameFiles before = new FlameFiles(Outputs.err(spec));
      FlameGraph old = before.read(List.of(base), options.quantity(), options.selection(true));
      if (!before.found() || old.total() <= 0) {
        return ExitCodes.BAD_INPUT;
      }
      TopDiff.of(old, graph, rows, frames(), wide, mine()).forEach(out::println);
    }
    out.flush();
    return read.bad() ? ExitCodes.BAD_INPUT : ExitCodes.OK;
  }

  private int ofProcess() throws IOException {
    if (what.size() != 1) {
      throw new ParameterException(
          spec.commandLine(), "one process, or recordings only: " + String.join(" ", what));
    }
    if (options.quantity() == Quantity.MEMORY) {
      throw new ParameterException(
          spec.commandLine(),
          "--memory is known at the end of a recording: record the process, then top FILE");
    }
    if (options.selection(true).isWindowed()) {
      throw new ParameterException(
          spec.commandLine(), "--from and --to are of recordings: a process is shown as it runs");
    }
    if (base != null) {
      throw new ParameterException(spec.commandLine(), "--diff is of recordings");
    }
    return new LiveTop(
            spec,
            options.quantity(),
            rows,
            frames(),
            wide,
            mine(),
            sinceStart,
            options.selection(true))
        .show(ProcessId.ofJvm(what.get(0)), duration, interval);
  }
}
