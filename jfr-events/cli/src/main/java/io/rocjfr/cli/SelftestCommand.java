// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.cli.selftest.Comparison;
import io.rocjfr.cli.selftest.Ledger;
import io.rocjfr.cli.selftest.program.ProgramMain;
import io.rocjfr.cli.selftest.program.ProgramMain.Part;
import io.rocjfr.recording.ExitCodes;
import io.rocjfr.recording.Leftovers;
import io.rocjfr.recording.TextOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code selftest}: known work on this machine's GPU, compared with what is recorded of it. */
@Command(
    name = "selftest",
    description = {
      "Runs known work on this machine's GPU and records it. Then it compares the recording"
          + " with that work: counts, joins, names, grids, bytes, directions, devices, streams,"
          + " times.",
      "",
      "It takes about a minute and starts three JVMs. One has the agent from the start, one"
          + " gets the agent by attach, and one uses OpenCL."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all comparisons that were possible have passed",
      "1:something has failed",
      "2:bad usage",
      "3:there is nothing to test: neither HIP nor OpenCL has a device"
    },
    footerHeading = "%n--json prints one object:%n",
    footer = {
      "  format, version, state, facts{name: text}, did[], compared[]; each of these two has",
      "  id, title, state (passed, failed, notTried), text, figures{name: number}, findings[]"
    })
final class SelftestCommand implements Callable<Integer> {
  static final String PART = "--part";
  static final String FOLDER = "--folder";

  /** There is nothing to test. */
  static final int NOTHING = 3;

  @Option(
      names = "--runtime",
      paramLabel = "FILE",
      description = "The HIP runtime to load. Default: the one that the loader finds.")
  private Path runtime;

  @Option(
      names = "--only",
      paramLabel = "PART",
      description = "Run only a part of the work: ${COMPLETION-CANDIDATES}. Default: all.")
  private Part only;

  @Option(
      names = "--bundle",
      paramLabel = "FILE.zip",
      description =
          "Write a file for a bug report: recordings, versions, the work, and the output of the"
              + " programs. The names of the user, the home folder and the machine are replaced.")
  private Path bundle;

  @Option(names = "--json", description = "Print JSON instead of text.")
  private boolean json;

  @Option(names = PART, hidden = true, description = "The work itself.")
  private Part part;

  @Option(names = FOLDER, hidden = true, description = "The folder to write to.")
  private Path folder;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if (part != null) {
      ProgramMain.run(part, folder, runtime);
      return ExitCodes.OK;
    }
    Path jar = ThisJar.path();
    if (jar == null) {
      throw new UserError("selftest works from rocjfr.jar only.");
    }
    TextOutput err = Outputs.err(spec);
    OutputFile zip = bundle == null ? null : OutputFile.of(bundle);
    Path all = Files.createTempDirectory("rocjfr-selftest");
    try {
      SelftestReport report = new SelftestReport();
      Comparison comparison = new Comparison(err);
      boolean hip = true;
      for (Part one : Part.values()) {
        if (only != null ? one != only : one == Part.LATE && !hip) {
          continue;
        }
        SelftestProgram program = new SelftestProgram(jar, one, all.resolve(name(one)), runtime);
        Ledger ledger;
        try {
          ledger = program.run();
        } catch (UserError e) {
          comparison.died(name(one), e.getMessage());
          continue;
        }
        report.add(ledger);
        comparison.add(ledger, program.folder());
        hip &= !ledger.recordings.isEmpty(); // without a device there is none later, either
      }
      report.add(comparison);
      if (json) {
        Json.print(Outputs.out(spec), report::writeTo);
      } else {
        report.print(Outputs.out(spec));
      }
      if (zip != null) {
        zip.write(new SelftestBundle(all, report, Anonymous.here())::writeTo);
      }
      return report.exitCode();
    } finally {
      Leftovers.deleteAll(all);
    }
  }

  private static String name(Part part) {
    return part.name().toLowerCase(Locale.ROOT);
  }
}
