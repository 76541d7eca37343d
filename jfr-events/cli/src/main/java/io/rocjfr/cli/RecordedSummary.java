// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.recording.ExitCodes;
import io.rocjfr.recording.FileReport;
import io.rocjfr.recording.Progress;
import io.rocjfr.recording.RecordingScanner;
import io.rocjfr.recording.Terminal;
import io.rocjfr.recording.TextOutput;
import java.io.IOException;
import picocli.CommandLine.Model.CommandSpec;

/** What a recording that was just made says. */
final class RecordedSummary {
  private static final int ROWS = 10;

  private final CommandSpec spec;

  RecordedSummary(CommandSpec spec) {
    this.spec = spec;
  }

  /** Prints the summary, and makes of the recording what was wanted; returns the exit code. */
  int show(TargetFile target, TextOutput err) throws IOException {
    TextOutput out = Outputs.out(spec);
    Progress progress = new Progress(err, false, Terminal.errorIsTerminal());
    Summary summary = new Summary();
    FileReport report =
        new RecordingScanner(summary::add, summary::addOther, progress)
            .scan(target.recording())
            .named(target.shown());
    summary.endOfFile(report);
    if (report.problem() != null) {
      err.println("rocjfr: " + target + " " + report.problem());
    }
    if (report.knowsOurs()) {
      new TextReport(summary, out, ROWS, SortKey.TOTAL, false).withoutPending().print();
    }
    if (!target.finish(progress, err)) {
      out.flush();
      return ExitCodes.BAD_INPUT;
    }
    out.println();
    out.println("Written: " + target);
    new TimeReport(summary.time()).printSentence(out, "", TextReport.WIDTH);
    TextReport.pendingLines(summary).forEach(out::println);
    if (!target.isMadeOfIt()) {
      out.println("  rocjfr report " + target + "                shows what to improve");
      out.println("  rocjfr page " + target + " -o gpu.html      makes a page with a timeline");
    }
    out.flush();
    return report.problem() == null ? ExitCodes.OK : ExitCodes.BAD_INPUT;
  }
}
