// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.cli.page.PageEvents;
import io.rocjfr.figures.Units;
import io.rocjfr.recording.ExitCodes;
import io.rocjfr.recording.Progress;
import io.rocjfr.recording.RecordingFiles;
import io.rocjfr.recording.Terminal;
import io.rocjfr.recording.TextOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code page FILE...}: one page with all of it. */
@Command(
    name = "page",
    description = {
      "Makes one HTML page of recordings. It opens in any browser, without a network. It shows"
          + " how busy each GPU was, the findings of the rules, a timeline and tables.",
      "",
      "Figures and findings cover the whole recordings. The timeline holds at most --events"
          + " events, and the page says what it left out. --from and --to choose a window for"
          + " the timeline."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the page is written",
      "2:a recording could not be read completely, or has no events of rocjfr; or bad usage"
    })
final class PageCommand implements Callable<Integer> {
  private static final Pattern TRACE_URL = Pattern.compile("https?://.*\\{traceId}.*");

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
      defaultValue = "gpu.html",
      description = "The file to write. Default: ${DEFAULT-VALUE}.")
  private Path output;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      converter = Duration.Converter.class,
      description = "Begin of the timeline's window, counted from the first event: 500ms, 30s, 5m.")
  private Duration from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      converter = Duration.Converter.class,
      description = "Where it ends.")
  private Duration to;

  @Option(
      names = "--events",
      paramLabel = "N",
      defaultValue = "" + PageFile.EVENTS,
      description = "Largest number of events on the timeline. Default: ${DEFAULT-VALUE}.")
  private long most;

  @Option(
      names = "--trace-url",
      paramLabel = "TEMPLATE",
      description =
          "Where your traces can be seen, for a link from events: https://host/trace/{traceId}."
              + " {spanId} is replaced, too.")
  private String traceUrl;

  @Spec private CommandSpec spec;

  private final long memory;

  PageCommand() {
    this(Runtime.getRuntime().maxMemory());
  }

  /** Where the rules may take so much memory. */
  PageCommand(long memory) {
    this.memory = memory;
  }

  @Override
  public Integer call() throws IOException {
    if (most <= 0) {
      throw new ParameterException(spec.commandLine(), "--events must be at least 1");
    }
    if (from != null && to != null && from.nanos() >= to.nanos()) {
      throw new ParameterException(spec.commandLine(), "--from must be before --to");
    }
    if (traceUrl != null && !TRACE_URL.matcher(traceUrl).matches()) {
      throw new ParameterException(
          spec.commandLine(),
          "--trace-url is an address that begins with http:// or https:// and has {traceId}");
    }
    TextOutput out = Outputs.out(spec);
    TextOutput err = Outputs.err(spec);
    OutputForms.refuse(output, ".html");
    OutputFile file = OutputFile.of(output);
    PageEvents events =
        new PageEvents(
            most,
            from == null ? Long.MIN_VALUE : from.nanos(),
            to == null ? Long.MAX_VALUE : to.nanos());
    try (RecordingFiles recordings = RecordingFiles.of(files, System.in)) {
      PageFile page =
          PageFile.of(
              recordings.all(),
              new Progress(err, false, Terminal.errorIsTerminal()),
              events,
              memory);
      page.linkTracesTo(traceUrl);
      for (Map.Entry<String, String> problem : page.problems().entrySet()) {
        err.println("rocjfr: " + problem.getKey() + " " + problem.getValue());
      }
      page.overlaps().forEach(overlap -> err.println("rocjfr: " + overlap));
      for (Map.Entry<String, String> one : page.unjudged().entrySet()) {
        err.println("rocjfr: " + one.getKey() + " " + one.getValue());
      }
      if (!page.found()) {
        return ExitCodes.BAD_INPUT; // Nothing is written: there is nothing to show.
      }
      page.write(file);
      out.println(
          "Written: "
              + output
              + " ("
              + Units.bytes(file.bytes())
              + ", "
              + Units.count(events.shown(), "event", "events")
              + ")");
      if (events.shown() == 0 && events.leftOut() == 0 && (from != null || to != null)) {
        out.println("No event is in the window. --from and --to count from the first event.");
      }
      if (events.leftOut() > 0) {
        out.println(
            Units.count(events.leftOut(), "event", "events")
                + " are in the figures, but not on the timeline. Choose a window with --from"
                + " and --to, or a larger number with --events.");
      }
      return page.problems().isEmpty() ? ExitCodes.OK : ExitCodes.BAD_INPUT;
    }
  }
}
