// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

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

/** {@code summary FILE...}: what recordings say about the GPU. */
@Command(
    name = "summary",
    description = {
      "Shows the GPU activity of recordings: kernels, memory copies, API calls, roctx ranges"
          + " and losses. Each row has count, total, share, average, percentiles and maximum.",
      "",
      "Several recordings are summed up as one. If a recording is damaged or its JVM was"
          + " killed, the readable part is shown. After a kill, JFR's files are in its"
          + " repository. jcmd PID JFR.configure names that folder, which is in the temporary"
          + " folder by default."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all recordings were read",
      "1:with --fail-on-loss: records were lost, work was not reported, or the end of a"
          + " recording is unknown",
      "2:a recording could not be read completely, or has no events of rocjfr; or bad usage"
    },
    footerHeading = "%n--json prints one object (times in ns, shares of 1):%n",
    footer = {
      "  format, recordedNs, activityBeginEpochNs, activityEndEpochNs, lost, untimed, barriers",
      "  inFlight, pendingBusy, pendingFinished, pendingUnasked: pieces of work that were not",
      "      reported at the end (inFlight includes OpenCL's; older recordings count calls);",
      "      pendingText[]: the same in words; submitted, reported, givenUp (not waited for any",
      "      more): pieces of HIP's work since the tracer's start; absent where they are not known",
      "  endUnknown: true where a file has no status of its end, as after a crash, else",
      "      absent",
      "  lateCalls: HIP calls that ended after the last look at what was pending, and whose"
          + " work is",
      "      not in the file; not among inFlight, and no reason for --fail-on-loss; also absent",
      "  notSeen[]: in words, what JVMs did not show and why; also in pendingText",
      "  files[]: file, bytes, chunks, beginEpochNs, endEpochNs, events, rocjfrEvents, problem",
      "  overlaps[]: in words, overlapping files of one process; events in both count twice",
      "  runtimes[]: runtime, version, hook, devices, state, otherTools",
      "  losses[]: domain, cause, count; jfrLostBytes: what JFR itself has thrown away",
      "  time: where the recorded time went: sentence; bound: gpu, launch, copy, startUp,",
      "      allocation or host, what kept the program most; bounds{}: what each took;",
      "      program{}: waitingWhileWorkingNs, waitingWhileIdleNs, waitingNs (while it is not"
          + " known",
      "      which), launchingNs, loadingNs, allocatingNs, copyingNs, otherCallsNs, outsideNs,",
      "      unknownNs (where the settings leave calls out); threads[]: thread, and the same;",
      "      gpus[]: gpu, kernelsNs, copiesOnlyNs, idleWithWorkNs, idleWithoutWorkNs, idleNs,",
      "      notKnownNs.",
      "      Those of each add up to recordedNs; what is absent is 0",
      "  devices[]: device, agentId, busyNs, busyShare, kernelNs, copyNs, dispatches, copies,",
      "      queues[]: queue, busyNs, busyShare, dispatches",
      "  kernels[]: kernel, symbol, TIMES       copies[]: direction, TIMES, bytes, bytesPerSecond",
      "  apiCalls[]: function, category, TIMES  ranges[]: message, TIMES, ranges[] (nested)",
      "  failedCalls[]: function, error, count  callsOfUnknownResult",
      "  lookUps[]: function, error, count: calls that looked for something that does",
      "      not exist; no failures",
      "  startStopRanges[]: message, TIMES      marks[]: message, count",
      "  rangesOfUnknownPlace",
      "  where TIMES are count, timedCount, totalNs, share, averageNs, minNs, p50Ns, p99Ns, maxNs;",
      "  work of OpenCL without times is in counts and bytes only, and rows that have only such",
      "  work have no fields of time",
      "Later versions may add fields. The present fields keep their meaning while format is 1."
    })
final class SummaryCommand implements Callable<Integer> {
  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description =
          "Flight recordings (.jfr), or - for standard input, or the folder in which a JVM"
              + " keeps its recording (jcmd PID JFR.configure names it). The JVM may still be"
              + " recording.")
  private List<Path> files;

  @Option(names = "--json", description = "Print JSON instead of tables.")
  private boolean json;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Number of rows of each table; 0 is all. Default: 20, with --json all.")
  private Integer top;

  @Option(
      names = "--sort",
      paramLabel = "KEY",
      defaultValue = "total",
      description = "Sort rows by ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private SortKey sort;

  @Option(names = "--wide", description = "Do not shorten names. Lines can become wide.")
  private boolean wide;

  @Option(
      names = "--fail-on-loss",
      description =
          "End with 1 if the recording is incomplete. That is: records or JFR's events were"
              + " lost, work was not reported at the end, or the JVM's threads were not seen.")
  private boolean failOnLoss;

  @Option(
      names = "--progress",
      description =
          "Show progress also for small files, and if stderr is not a terminal (then one line"
              + " every 5 seconds).")
  private boolean showProgress;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if (top != null && top < 0) {
      throw new ParameterException(spec.commandLine(), "--top must be 0 (all) or more");
    }
    TextOutput out = Outputs.out(spec);
    TextOutput err = Outputs.err(spec);
    Summary summary = new Summary();
    RecordingScanner scanner =
        new RecordingScanner(
            summary::add,
            summary::addOther,
            new Progress(err, showProgress, Terminal.errorIsTerminal()));
    boolean found = false;
    boolean bad = false;
    try (RecordingFiles recordings = RecordingFiles.of(files, System.in)) {
      for (RecordingFiles.Named file : recordings.all()) {
        FileReport report = scanner.scan(file.file()).named(file.shown());
        summary.endOfFile(report);
        found |= report.knowsOurs();
        if (report.problem() != null) {
          bad = true;
          err.println("rocjfr: " + file.shown() + " " + report.problem());
        }
      }
    }
    if (json) {
      new JsonReport(summary, top == null ? 0 : top, sort).print(out);
    } else if (found) {
      int rows = top == null ? 20 : top;
      new TextReport(summary, out, rows, sort, wide).print();
    }
    out.flush();
    if (bad) {
      return ExitCodes.BAD_INPUT;
    }
    RecordedPending pending = summary.pending();
    boolean incomplete =
        summary.hasLosses()
            || pending.all().any()
            || pending.isEndUnknown()
            || !summary.notSeen().isEmpty();
    return failOnLoss && incomplete ? ExitCodes.FINDING : ExitCodes.OK;
  }
}
