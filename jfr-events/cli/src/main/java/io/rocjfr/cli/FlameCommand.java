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
      "Makes a flame graph of recordings. It shows the GPU time of each Java stack, with the"
          + " kernels as leaves. It is one HTML page that opens without a network.",
      "",
      "Totals are exact. If calls were picked at random (rocjfr.LaunchSite's rate), the split"
          + " of a kernel's total between its stacks is an estimate. Work without a known stack"
          + " is shown as such."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:it is written",
      "2:a recording could not be read completely, or has no such events; or bad usage"
    })
final class FlameCommand implements Callable<Integer> {
  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description =
          "Flight recordings (.jfr), or - for standard input, or the folder in which a JVM"
              + " keeps its recording (jcmd PID JFR.configure names it). The JVM may still be"
              + " recording.")
  private List<Path> files;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description =
          "The file to write. With --collapsed, - is standard output. Default: flame.html, with"
              + " --pprof flame.pb.gz, with --collapsed standard output.")
  private Path output;

  @Mixin private FlameOptions options;

  @ArgGroup(exclusive = true)
  private Form form;

  private static final class Form {
    @Option(
        names = "--collapsed",
        description = "Write text: one line for each stack, with a number (ns, bytes or a count).")
    private boolean collapsed;

    @Option(names = "--pprof", description = "Write a profile for pprof, with line numbers.")
    private boolean pprof;
  }

  @Option(
      names = "--diff",
      paramLabel = "BASE",
      description =
          "Compare with this recording. Needs --collapsed. Each line has two numbers: of this"
              + " recording, and of the FILEs. Tools for differential flame graphs read this"
              + " format.")
  private Path base;

  @Option(names = "--lines", description = "Show each line of a method as a frame of its own.")
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
      throw new UserError("Only --collapsed can write to standard output.");
    }
    if (form == null) {
      OutputForms.refuse(to, ".html");
    } else { // The user has said what it shall be.
      OutputForms.refuse(to, ".html", ".pb.gz", ".pprof", ".collapsed", ".json");
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
              + (graph.isExact() ? "; every call was recorded, so all numbers are exact" : "")
              + ")");
      TopText.reasons(graph).forEach(out::println);
    }
    return read.bad() ? ExitCodes.BAD_INPUT : ExitCodes.OK;
  }
}
