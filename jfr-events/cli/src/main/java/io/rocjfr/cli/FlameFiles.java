// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.cli.flame.FlameGraph;
import io.rocjfr.cli.flame.FlameReader;
import io.rocjfr.cli.flame.Quantity;
import io.rocjfr.cli.flame.Selection;
import io.rocjfr.figures.Units;
import io.rocjfr.recording.Fields;
import io.rocjfr.recording.FileReport;
import io.rocjfr.recording.Progress;
import io.rocjfr.recording.RecordingFiles;
import io.rocjfr.recording.RecordingScanner;
import io.rocjfr.recording.Span;
import io.rocjfr.recording.Terminal;
import io.rocjfr.recording.TextOutput;
import io.rocjfr.schema.EventKind;
import io.rocjfr.schema.Field;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;

/** Reads recordings for a flame graph, and says what is wrong with them. */
final class FlameFiles {
  private final TextOutput err;
  private final Span recorded = new Span();
  private boolean found;
  private boolean bad;
  private boolean stacks;
  private long lost;

  /** How often the file is read by now. */
  private int scanned;

  FlameFiles(TextOutput err) {
    this.err = err;
  }

  FlameGraph read(List<Path> files, Quantity quantity, Selection selection) throws IOException {
    FlameReader reader = new FlameReader(Set.of(quantity), selection);
    Progress progress = new Progress(err, false, Terminal.errorIsTerminal());
    try (RecordingFiles recordings = RecordingFiles.of(files, System.in)) {
      for (RecordingFiles.Named file : recordings.all()) {
        FileReport report = null;
        scanned = 0;
        for (Consumer<RecordedEvent> pass : reader.passes()) {
          scanned++;
          progress.pass(scanned, reader.passes().size());
          report =
              new RecordingScanner(pass.andThen(this::addLoss), progress)
                  .scan(file.file())
                  .named(file.shown());
          reader.beginsAt(report.beginNanos());
        }
        reader.endOfFile();
        found |= report.knowsOurs();
        recorded.include(report.beginNanos(), report.endNanos());
        if (report.problem() != null) {
          bad = true;
          err.println("rocjfr: " + file.shown() + " " + report.problem());
        }
      }
    }
    if (lost > 0) {
      err.println(
          "rocjfr: "
              + Units.count(lost, "record was", "records were")
              + " lost and are missing from all totals here. rocjfr summary shows their domains.");
    }
    if (reader.untimed() > 0) {
      err.println(
          "rocjfr: "
              + Units.count(reader.untimed(), "piece", "pieces")
              + " of work without times are missing from all totals here. Either their OpenCL"
              + " queues have no profiling (agent option openclProfiling=always), or HIP gave"
              + " impossible times.");
    }
    stacks = reader.knowsStacks();
    FlameGraph graph = reader.graph(quantity);
    if (found && graph.total() <= 0) {
      err.println("rocjfr: the recording has no such events: " + graph.quantity().title() + ".");
    } else if (found && !stacks && !reader.notSeen().isEmpty()) {
      err.println("rocjfr: the recording has no stacks. " + reader.notSeen());
    } else if (found && !stacks) {
      err.println(
          "rocjfr: the recording lacks the stacks of "
              + (quantity == Quantity.MEMORY
                  ? "allocations: turn on rocjfr.GpuAllocation"
                  : "calls: turn on rocjfr.LaunchSite")
              + ", as rocjfr record, rocjfr run and rocjfr.jfc do.");
    }
    return graph;
  }

  /** Each file is read several times. */
  private void addLoss(RecordedEvent event) {
    if (scanned == 1 && Fields.kind(event) == EventKind.RECORDS_LOST) {
      lost += Fields.number(event, Field.COUNT, 0);
    }
  }

  /** Whether any file had something of rocjfr. */
  boolean found() {
    return found;
  }

  /** Whether a file could not be read, or not wholly. */
  boolean bad() {
    return bad;
  }

  /** Whether anything said where in Java it was. */
  boolean knowsStacks() {
    return stacks;
  }

  Span recorded() {
    return recorded;
  }
}
