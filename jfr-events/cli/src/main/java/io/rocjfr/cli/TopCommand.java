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
      "Shows the kernels that use the GPU's time, and the Java methods that launched them,"
          + " largest first. It reads recordings, or watches a running process. Then each table"
          + " shows the work since the table before. It attaches the agent if necessary.",
      "",
      "Totals are exact. If calls were picked at random, the split of a kernel's total between"
          + " methods is an estimate. An estimate has a ~, and Samples is its number of picked"
          + " calls."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all is shown",
      "2:a recording could not be read completely, or has no such events; the process cannot be"
          + " recorded; or bad usage"
    })
final class TopCommand implements Callable<Integer> {
  @Parameters(
      arity = "1..*",
      paramLabel = "FILE|PROCESS",
      description = "Flight recordings, as for the other commands, or one process, as for record.")
  private List<String> what;

  @Mixin private FlameOptions options;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "20",
      description = "Number of rows; 0 is all. Default: ${DEFAULT-VALUE}.")
  private int rows;

  @Option(
      names = "--frames",
      paramLabel = "N",
      description =
          "Rows differ in this many methods, counted from the innermost. Default: one. The"
              + " default leaves out methods of well-known bindings, and methods through which"
              + " all calls go.")
  private Integer frames;

  @Option(
      names = "--mine",
      paramLabel = "GLOB",
      split = ",",
      description =
          "Your own methods, by class: com.acme.*. The table shows the innermost of them"
              + " instead of library methods. Default: all methods except those of well-known"
              + " bindings.")
  private List<String> mine = new ArrayList<>();

  @Option(
      names = "--diff",
      paramLabel = "BASE",
      description = "Show the changes since this recording, largest first.")
  private Path base;

  @Option(names = "--wide", description = "Do not shorten names. Lines can become wide.")
  private boolean wide;

  @Option(
      names = {"-d", "--duration"},
      paramLabel = "TIME",
      converter = Duration.Converter.class,
      description = "How long to watch a process: 30s, 5m. Default: until Ctrl-C.")
  private Duration duration;

  @Option(
      names = {"-i", "--interval"},
      paramLabel = "TIME",
      defaultValue = "2s",
      converter = Duration.Converter.class,
      description = "Time between two tables of a process. Default: ${DEFAULT-VALUE}.")
  private Duration interval;

  @Option(
      names = "--since-start",
      description = "Show the work of a process since top began. Default: since the table before.")
  private boolean sinceStart;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if (rows < 0) {
      throw new ParameterException(spec.commandLine(), "--rows must be 0 (all) or more");
    }
    if (frames != null && frames < 1) {
      throw new ParameterException(spec.commandLine(), "--frames must be at least 1");
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
          spec.commandLine(), "name one process, or recordings only: " + String.join(" ", what));
    }
    if (options.quantity() == Quantity.MEMORY) {
      throw new ParameterException(
          spec.commandLine(), "--memory needs a recording: record the process, then top FILE");
    }
    if (options.selection(true).isWindowed()) {
      throw new ParameterException(
          spec.commandLine(), "--from and --to are for recordings only, not for a process");
    }
    if (base != null) {
      throw new ParameterException(spec.commandLine(), "--diff is for recordings only");
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
