// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.recording.ExitCodes;
import io.rocjfr.recording.TextOutput;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code attach PID [OPTIONS]}: loads the agent into a running JVM. */
@Command(
    name = "attach",
    description = {
      "Loads the agent into a running JVM. This is the same as -javaagent:rocjfr.jar=OPTIONS at"
          + " the start of the JVM. From then on, recordings of the JVM show the GPU.",
      "",
      "Java 21 and later print a warning that an agent was loaded dynamically. To avoid it,"
          + " start the JVM with -XX:+EnableDynamicAgentLoading. A JVM with"
          + " -XX:-EnableDynamicAgentLoading or -XX:+DisableAttachMechanism refuses the agent."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:the agent is loaded", "2:the agent is not loaded; the message says why"})
final class AttachCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "PROCESS", description = ProcessId.HELP)
  private String pid;

  @Parameters(
      index = "1",
      arity = "0..1",
      defaultValue = "",
      paramLabel = "OPTIONS",
      description = "The agent's options: key=value,...")
  private String options;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    GivenAgentOptions.checked(options);
    ProcessId process = ProcessId.ofJvm(pid);
    if (!options.isEmpty() && AgentState.of(process).runs()) {
      throw new UserError(GivenAgentOptions.tooLate(process));
    }
    Path jar = attach(process, options);
    TextOutput out = Outputs.out(spec);
    out.println("The agent is loaded in process " + process + ".");
    process.notLoaded().forEach(out::println);
    String notSeen = AgentState.of(process).notSeen();
    if (!notSeen.isEmpty()) {
      out.println(notSeen);
    }
    out.println("Next:");
    out.println("  rocjfr record -d 30s -o gpu.jfr " + process);
    out.println("or, with the JDK's own tools:");
    out.println("  jcmd " + process + " JFR.start name=gpu");
    out.println("  jcmd " + process + " JFR.dump name=gpu filename=gpu.jfr");
    out.println("  java -jar " + jar + " summary gpu.jfr");
    return ExitCodes.OK;
  }

  /** Loads the agent into a process, unless it runs there. Options would then come too late. */
  static void ensure(ProcessId process, String options) {
    if (!AgentState.of(process).runs()) {
      attach(process, options);
    } else if (!options.isEmpty()) {
      throw new UserError(GivenAgentOptions.tooLate(process));
    }
  }

  /** Loads the agent into a process; the jar that it came from is returned. */
  static Path attach(ProcessId process, String options) {
    NeededModules.require("attaching", List.of(NeededModules.ATTACH));
    Path jar = ThisJar.path();
    if (jar == null) {
      throw new UserError(
          "attach works from rocjfr.jar only: java -jar rocjfr.jar attach " + process);
    }
    ProcessFiles.require(process, jar);
    try {
      JvmAttach.load(process.toString(), jar.toAbsolutePath(), options);
    } catch (JvmAttachException e) {
      requireAlive(process);
      throw new UserError(
          e.isAgentFailure()
              ? "Process " + process + " did not load the agent: " + e.reason()
              : "Cannot attach to process " + process + ": " + e.reason(),
          hint(e));
    }
    AgentState state = AgentState.of(process);
    if (!state.failure().isEmpty() || (state.said().isEmpty() && !state.drains())) {
      requireAlive(process);
      throw new UserError(
          "Process "
              + process
              + " loaded the agent, but the agent does not run: "
              + (state.failure().isEmpty()
                  ? "the standard error of the process says why."
                  : state.failure()));
    }
    return jar;
  }

  private static void requireAlive(ProcessId process) {
    if (!process.isJvm()) {
      throw new UserError("Process " + process + " ended while the agent was being loaded.");
    }
  }

  private static String hint(JvmAttachException failure) {
    String reason = failure.reason();
    if (reason.contains("Dynamic agent loading is not enabled")) {
      return "Start the program with -XX:+EnableDynamicAgentLoading, or with"
          + " -javaagent:rocjfr.jar.";
    }
    if (failure.isAgentFailure()) {
      return "The standard error of the process says more.";
    }
    return "If the JVM was started with -XX:+DisableAttachMechanism, or hangs, start the program"
        + " with -javaagent:rocjfr.jar instead.";
  }
}
