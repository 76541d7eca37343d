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
      "Shows which Java stacks hold GPU memory: what was allocated and not freed when the recording"
          + " ended, by the stack that allocated it, and how that grew since the first end of a"
          + " chunk. A chunk ends with the recording, with each JFR.dump, and when it is full: so"
          + " dump twice, with time between, and name the second dump, or both.",
      "",
      "It needs the events rocjfr.LiveGpuAllocation (rocjfr.jfc turns them on). What was allocated"
          + " before the first recording with them is not known; the agent's option"
          + " gpuMemory=always has it known from the start."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all recordings were read",
      "2:a recording could not be read, or not wholly, or says nothing of live memory; bad usage"
    },
    footerHeading = "%n--json prints one object (times in ns):%n",
    footer = {
      "  format, moments, firstEpochNs, lastEpochNs, bytes, count, growthBytes, trackedSinceEpochMs,",
      "  unknownFrees, failedFrees, notTracked,",
      "  memory[]: device, kind, bytes, count, peakBytes, processBytes (-1: not known)",
      "  stacks[]: bytes, count, growthBytes, growthCount, oldestNs, function, kind, device,",
      "      frames[] (innermost first; none: no stack was taken)",
      "New fields may come; those that are there keep their meaning as long as format is 1."
    })
final class LeaksCommand implements Callable<Integer> {
  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description =
          "Flight recordings (.jfr) of one process; - for standard input; or the folder in which a"
              + " JVM keeps what it records.")
  private List<Path> files;

  @Option(names = "--json", description = "Print JSON instead of text.")
  private boolean json;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "How many stacks; 0 is all. Default: 20, with --json all.")
  private Integer top;

  @Option(
      names = "--frames",
      paramLabel = "N",
      defaultValue = "12",
      description = "How many frames of each stack; 0 is all. Default: ${DEFAULT-VALUE}.")
  private int frames;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if ((top != null && top < 0) || frames < 0) {
      throw new ParameterException(
          spec.commandLine(), "--top and --frames are numbers, or 0 for all");
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
          "These recordings are of several processes: name those of one, whose growth they show.");
    }
    if (live.moments() == 0 && !memory.isKnown()) {
      if (bad) {
        return ExitCodes.BAD_INPUT; // that has been said
      }
      err.println(
          "rocjfr: What was read says nothing of live GPU memory: nothing was allocated while it was"
              + " recorded (with the agent's option gpuMemory=always it is known from the start on),"
              + " or rocjfr.LiveGpuAllocation and rocjfr.GpuMemory were not enabled, as rocjfr record"
              + " and rocjfr.jfc do.");
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
