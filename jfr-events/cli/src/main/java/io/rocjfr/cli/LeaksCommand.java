// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.figures.LiveMemory;
import io.rocjfr.recording.ExitCodes;
import io.rocjfr.recording.FileReport;
import io.rocjfr.recording.Progress;
import io.rocjfr.recording.RecordingFiles;
import io.rocjfr.recording.RecordingScanner;
import io.rocjfr.recording.Terminal;
import io.rocjfr.recording.TextOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code leaks FILE...}: which Java stacks hold GPU memory. */
@Command(
    name = "leaks",
    description = {
      "Shows the Java stacks whose GPU memory was not freed at the end of the recording. It"
          + " also shows how that memory grew since the first end of a chunk. A chunk ends with"
          + " the recording, with each JFR.dump, and when it is full. So dump twice, with some"
          + " time between, and name the second dump, or both.",
      "",
      "It needs the events rocjfr.LiveGpuAllocation (rocjfr.jfc turns them on). Memory that was"
          + " allocated before the first recording with these events is unknown. To track it"
          + " from the start, use the agent's option gpuMemory=always."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all recordings were read",
      "2:a recording could not be read completely, or has no events of live memory; or bad usage"
    },
    footerHeading = "%n--json prints one object (times in ns):%n",
    footer = {
      "  format, moments, firstEpochNs, lastEpochNs, bytes, count, growthBytes,"
          + " trackedSinceEpochMs,",
      "  unknownFrees, failedFrees, notTracked,",
      "  memory[]: device, kind, bytes, count, peakBytes, processBytes",
      "  stacks[]: bytes, count, growthBytes, growthCount, oldestNs, function, kind, device,",
      "      frames[] (innermost first; empty: no stack was taken)",
      "Later versions may add fields. The present fields keep their meaning while format is 1."
    })
final class LeaksCommand implements Callable<Integer> {
  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description =
          "Flight recordings (.jfr) of one process, or - for standard input, or the folder in"
              + " which a JVM keeps its recording.")
  private List<Path> files;

  @Option(names = "--json", description = "Print JSON instead of text.")
  private boolean json;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Number of stacks; 0 is all. Default: 20, with --json all.")
  private Integer top;

  @Option(
      names = "--frames",
      paramLabel = "N",
      defaultValue = "12",
      description = "Number of frames of each stack; 0 is all. Default: ${DEFAULT-VALUE}.")
  private int frames;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if ((top != null && top < 0) || frames < 0) {
      throw new ParameterException(
          spec.commandLine(), "--top and --frames must be 0 (all) or more");
    }
    TextOutput out = Outputs.out(spec);
    TextOutput err = Outputs.err(spec);
    LiveMemory live = new LiveMemory();
    RecordedMemory memory = new RecordedMemory(live);
    RecordingScanner scanner =
        new RecordingScanner(memory::add, new Progress(err, false, Terminal.errorIsTerminal()));
    boolean bad = false;
    try (RecordingFiles recordings = RecordingFiles.of(files, System.in)) {
      for (RecordingFiles.Named file : recordings.all()) {
        FileReport report = scanner.scan(file.file()).named(file.shown());
        if (report.problem() != null) {
          bad = true;
          err.println("rocjfr: " + file.shown() + " " + report.problem());
        }
      }
    }
    if (memory.processes() > 1) {
      throw new UserError(
          "These recordings are of several processes. Name recordings of one process, so that"
              + " growth can be shown.");
    }
    if (live.moments() == 0 && !memory.isKnown()) {
      if (bad) {
        return ExitCodes.BAD_INPUT; // that has been said
      }
      err.println(
          "rocjfr: The recordings have no events of live GPU memory. Either the program"
              + " allocated nothing while it was recorded, or rocjfr.LiveGpuAllocation and"
              + " rocjfr.GpuMemory were off. rocjfr record and rocjfr.jfc turn them on. The"
              + " agent's option gpuMemory=always tracks memory from the start.");
      return ExitCodes.BAD_INPUT;
    }
    LeaksReport report = new LeaksReport(live, memory);
    if (json) {
      report.json(out, top == null ? 0 : top);
    } else {
      report.text(out, top == null ? 20 : top, frames);
    }
    out.flush();
    return bad ? ExitCodes.BAD_INPUT : ExitCodes.OK;
  }
}
