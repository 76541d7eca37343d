// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.agent.RuntimeCheck;
import io.rocjfr.recording.ExitCodes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code check}: whether what rocjfr needs is there. */
@Command(
    name = "check",
    description = {
      "Shows whether what rocjfr needs is there, and what to do where it is not.",
      "",
      "It loads the tracer and the HIP runtime into its own process, as a program with the same"
          + " environment would, and OpenCL into another one. With --pid it looks at a running JVM from outside instead."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all is well; where OpenCL has a device, HIP need not be there or have one",
      "1:there are problems",
      "2:bad usage; or the process does not exist, is no JVM, or belongs to another user"
    },
    footerHeading = "%n--json prints one object:%n",
    footer = {"  format, ok, facts{name: text}, problems[], notes[]"})
final class CheckCommand implements Callable<Integer> {
  @Option(
      names = "--pid",
      paramLabel = "PROCESS",
      description = "Look at this process. " + ProcessId.HELP)
  private String pid;

  @Option(
      names = "--runtime",
      paramLabel = "FILE",
      description = "The HIP runtime to load. Default: the one that the loader finds.")
  private Path runtime;

  @Option(names = "--native", paramLabel = "FILE", description = "The librocjfr.so to load.")
  private Path tracer;

  @Option(names = OpenClCheck.OPTION, hidden = true, description = "Only OpenCL, in two lines.")
  private boolean onlyOpenCl;

  @Option(names = "--json", description = "Print JSON instead of text.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if (onlyOpenCl) {
      OpenClCheck.print(RuntimeCheck.openCl(ThisJar.path(), tracer), Outputs.out(spec));
      return ExitCodes.OK;
    }
    Diagnosis diagnosis = new Diagnosis();
    String good;
    diagnosis.fact("rocjfr", "rocjfr", ThisJar.version());
    if (pid != null) {
      ProcessCheck.run(ProcessId.ofJvm(pid), diagnosis);
      good = "The agent runs in this process: jcmd " + pid + " JFR.start records it.";
    } else {
      MachineCheck.ofThisProcess().run(diagnosis);
      RuntimeCheck.Result hip = RuntimeCheck.run(ThisJar.path(), tracer, runtime);
      RuntimeCheck.OpenCl openCl = OpenClCheck.run(ThisJar.path(), tracer, diagnosis);
      HipCheck.report(hip, openCl.works(), diagnosis);
      OpenClCheck.report(openCl, diagnosis);
      good = "All is well: a JVM with -javaagent:rocjfr.jar shows its use of the GPU.";
    }
    if (json) {
      Json.print(Outputs.out(spec), diagnosis::writeTo);
    } else {
      diagnosis.print(Outputs.out(spec), good);
    }
    return diagnosis.isGood() ? ExitCodes.OK : ExitCodes.FINDING;
  }
}
