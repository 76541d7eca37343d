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
      "Checks whether rocjfr can record the GPU here. It shows what it checked, what is"
          + " missing, and what to do. As a readiness probe, use its exit code.",
      "",
      "It loads the tracer and the HIP runtime into its own process, and OpenCL into another"
          + " one. Both processes have the environment of this command. With --pid it looks at"
          + " a running JVM from outside instead."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all is well; HIP may be missing or have no GPU if OpenCL has a GPU or an accelerator",
      "1:rocjfr does not work here",
      "2:bad usage, or the process does not exist, is not a JVM, or belongs to another user",
      "3:rocjfr works, but there is no usable GPU, or no runtime for it"
    },
    footerHeading = "%n--json prints one object:%n",
    footer = {
      "  format, ok, facts{name: text}, checks[name, state, problem, remedy], problems[],",
      "  notes[]; state is OK, BAD or NO_GPU"
    })
final class CheckCommand implements Callable<Integer> {
  static final String CPUS = "--opencl-cpu";

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

  @Option(
      names = OpenClCheck.OPTION,
      hidden = true,
      description = "Check OpenCL only, and" + " print three lines.")
  private boolean onlyOpenCl;

  @Option(
      names = CPUS,
      description = "Count CPUs that are OpenCL devices as GPUs. This is for tests on PoCL.")
  private boolean cpus;

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
      MachineCheck machine = MachineCheck.ofThisProcess();
      machine.run(diagnosis);
      RuntimeCheck.Result hip = RuntimeCheck.run(ThisJar.path(), tracer, runtime);
      RuntimeCheck.OpenCl openCl = OpenClCheck.run(ThisJar.path(), tracer, diagnosis);
      RuntimeCheck.OpenCl counted = cpus ? OpenClCheck.withCpus(openCl) : openCl;
      HipCheck.report(hip, counted.works(), machine.remedy(), diagnosis);
      OpenClCheck.report(counted, diagnosis);
      good = "All is well: recordings of a JVM with -javaagent:rocjfr.jar show its use of the GPU.";
    }
    if (json) {
      Json.print(Outputs.out(spec), diagnosis::writeTo);
    } else {
      diagnosis.print(Outputs.out(spec), good);
    }
    return diagnosis.exitCode();
  }
}
