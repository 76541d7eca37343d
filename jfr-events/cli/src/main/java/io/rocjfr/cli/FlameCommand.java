// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.cli.flame.Collapsed;
import io.rocjfr.cli.flame.FlameGraph;
import io.rocjfr.cli.flame.FlamePage;
import io.rocjfr.cli.flame.PprofFile;
import io.rocjfr.figures.Units;
import io.rocjfr.recording.ExitCodes;
import io.rocjfr.recording.Span;
import io.rocjfr.recording.TextOutput;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code flame FILE...}: which Java stacks the GPU's time belongs to. */
@Command(
    name = "flame",
    description = {
      "Makes a flame graph of recordings: how much GPU time belongs to which Java stack, with the"
          + " kernels as leaves. One page that opens from the disk, without a network.",
      "",
      "Totals are exact. Where calls were picked at random (rocjfr.LaunchSite's rate), how a"
          + " kernel's total is split between the stacks that launched it is an estimate from those"
          + " that were picked; what belongs to no known stack is shown as such."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:it is written",
      "2:a recording could not be read, or not wholly, or has nothing of this; bad usage"
    })
final class FlameCommand implements Callable<Integer> {
  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description =
          "Flight recordings (.jfr); - for standard input; or the folder in which a JVM keeps what"
              + " it records (jcmd PID JFR.configure), also while it does.")
  private List<Path> files;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description =
          "Where it goes; with --collapsed - for standard output. Default: flame.html, with --pprof flame.pb.gz,"
              + " with --collapsed standard output.")
  private Path output;

  @Mixin private FlameOptions options;

  @ArgGroup(exclusive = true)
  private Form form;

  private static final class Form {
    @Option(
        names = "--collapsed",
        description = "One line for each stack, and a number (ns, bytes or a count).")
    private boolean collapsed;

    @Option(names = "--pprof", description = "A profile of pprof, with lines.")
    private boolean pprof;
  }

  @Option(
      names = "--diff",
      paramLabel = "BASE",
      description =
          "With --collapsed: two numbers a line, that of this recording and that of the FILEs, as"
              + " differential flame graphs take them.")
  private Path base;

  @Option(names = "--lines", description = "Tell frames of one method apart by their lines.")
  private boolean lines;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    boolean collapsed = form != null && form.collapsed;
    boolean pprof = form != null && form.pprof;
    if (pprof) {
      NeededModules.require("flame --pprof", List.of(NeededModules.LOGGING));
    }
    Path to =
        output != null ? output : Path.of(collapsed ? "-" : pprof ? "flame.pb.gz" : "flame.html");
    boolean standard = to.equals(Path.of("-"));
    TextOutput out = Outputs.out(spec);
    if (standard && !collapsed) {
      throw new UserError("Only --collapsed goes to standard output.");
    }
    if (form == null) {
      OtherForm.refuse(to, ".html");
    } else { // The user has said what it shall be.
      OtherForm.refuse(to, ".html", ".pb.gz", ".pprof", ".collapsed", ".json");
    }
    if (base != null && !collapsed) {
      throw new ParameterException(spec.commandLine(), "--diff needs --collapsed");
    }
    OutputFile file = standard ? null : OutputFile.of(to);
    FlameFiles read = new FlameFiles(Outputs.err(spec));
    FlameGraph graph = read.read(files, options.quantity(), options.selection(lines || pprof));
    if (!read.found() || graph.total() <= 0 || !read.knowsStacks()) {
      return ExitCodes.BAD_INPUT; // Nothing is written: there is nothing to show.
    }
    FlameGraph old = null;
    if (base != null) {
      FlameFiles before = new FlameFiles(Outputs.err(spec));
      old = before.read(List.of(base), options.quantity(), options.selection(lines));
      if (!before.found()) {
        return ExitCodes.BAD_INPUT;
      }
    }
    FlameGraph before = old;
    if (standard) {
      Collapsed.write(before, graph, out.exact());
      out.flush();
    } else if (collapsed) {
      file.write(
          bytes -> {
            Writer text = new OutputStreamWriter(bytes, StandardCharsets.UTF_8);
            Collapsed.write(before, graph, text);
            text.flush();
          });
    } else if (pprof) {
      Span span = read.recorded();
      file.write(new PprofFile(graph, span.begin(), span.end() - span.begin())::write);
    } else {
      String source =
          files.stream().map(one -> one.getFileName().toString()).collect(Collectors.joining(", "));
      file.write(new FlamePage(graph, source)::write);
    }
    if (!standard) {
      out.println(
          "Written: "
              + to
              + " ("
              + graph.quantity().title()
              + ": "
              + graph.quantity().shown(graph.total())
              + ", of which "
              + Units.share(Units.share(graph.unknown(), graph.total()))
              + (graph.unknownError() > 0
                  ? " (±" + Units.share(Units.share(graph.unknownError(), graph.total())) + ")"
                  : "")
              + " belong to no known stack"
              + (graph.isExact() ? "; each call was picked: all is exact" : "")
              + ")");
      TopText.reasons(graph).forEach(out::println);
    }
    return read.bad() ? ExitCodes.BAD_INPUT : ExitCodes.OK;
  }
}
