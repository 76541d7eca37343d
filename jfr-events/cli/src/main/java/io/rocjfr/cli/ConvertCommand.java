// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

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
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code convert FILE... -o FILE}: recordings for other tools; to a folder, too. */
@Command(
    name = "convert",
    description = {
      "Converts recordings for other tools: to a trace for Perfetto, a database of rocpd, or"
          + " Parquet files. The name of the output selects the format:",
      "",
      "  .pftrace  a trace for Perfetto (ui.perfetto.dev): threads, queues, arrows from calls to",
      "            their work, counters; one trace can have several processes",
      "  .db       a database of AMD's rocpd, schema 3.0, for Optiq, rocpd and SQL",
      "  a folder  Parquet files for DuckDB, Spark and others: a table for each event, partitioned",
      "            by day and process; more recordings are added to it (docs/fleet.md)",
      "",
      "It needs a bounded amount of memory for recordings of any size. Data that does not fit"
          + " goes into temporary files (-Djava.io.tmpdir)."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the file or the folder is written",
      "2:a recording could not be read completely, or has no events of rocjfr; or bad usage"
    })
final class ConvertCommand implements Callable<Integer> {
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
      paramLabel = "FILE|FOLDER",
      required = true,
      description = "What to write.")
  private Path output;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    TextOutput out = Outputs.out(spec);
    TextOutput err = Outputs.err(spec);
    if (output.equals(RecordingFiles.STANDARD_INPUT)) {
      throw new UserError("convert cannot write to standard output: name a file or a folder.");
    }
    ConvertedFile converted = ConvertedFile.of(output);
    try (RecordingFiles recordings = RecordingFiles.of(files, System.in)) {
      converted.make(recordings.all(), new Progress(err, false, Terminal.errorIsTerminal()));
    } finally { // also where it cannot be written
      for (Map.Entry<String, String> problem : converted.problems().entrySet()) {
        err.println("rocjfr: " + problem.getKey() + " " + problem.getValue());
      }
    }
    for (String file : converted.passedOver()) {
      err.println("rocjfr: " + file + " is skipped: another recording contains all of it");
    }
    if (converted.withoutTimes() > 0) {
      err.println(
          "rocjfr: "
              + Units.count(converted.withoutTimes(), "piece", "pieces")
              + " of work without times are left out. Their OpenCL queues have no profiling, or"
              + " HIP gave impossible times");
    }
    if (!converted.found()) {
      return ExitCodes.BAD_INPUT; // Nothing is written: there is nothing to convert.
    }
    out.println(
        "Written: "
            + output
            + " ("
            + Units.bytes(converted.bytes())
            + ", "
            + Units.count(converted.events(), "event", "events")
            + ")");
    return converted.problems().isEmpty() ? ExitCodes.OK : ExitCodes.BAD_INPUT;
  }
}
