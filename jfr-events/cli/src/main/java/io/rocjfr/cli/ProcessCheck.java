// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.cli.Diagnosis.State;
import java.util.List;

/** Looks at another JVM: is the agent in it, is HIP, is another tool. */
final class ProcessCheck {
  private ProcessCheck() {}

  static void run(ProcessId process, Diagnosis diagnosis) {
    List<String> libraries = process.libraries();
    diagnosis.fact("process", "Process", process + " (" + process.commandLine() + ")");
    String tracer = process.tracer();
    diagnosis.fact("tracer", "Tracer", tracer.isEmpty() ? "not loaded" : tracer);
    String runtime = having(libraries, "/libamdhip64.so");
    process.notLoaded().forEach(diagnosis::note);
    diagnosis.fact("runtime", "HIP runtime", runtime.isEmpty() ? "not loaded" : runtime);
    List<String> tools = OtherTools.libraries(libraries);
    diagnosis.fact("otherTools", "Other tools", String.join(" ", tools));
    List<String> variables = OtherTools.variables(process.environment());
    diagnosis.fact("environment", "Environment", String.join(" ", variables));

    AgentState agent = AgentState.of(process);
    if (!agent.runs()) {
      String obstacle = AttachObstacle.of(process, agent);
      diagnosis.problem(
          "agent",
          State.BAD,
          "The agent does not run in this process"
              + (agent.failure().isEmpty() ? "" : ": " + agent.failure().replaceFirst("\\.$", ""))
              + ".",
          obstacle.isEmpty()
              ? "Attach it (java -jar rocjfr.jar attach "
                  + process
                  + "), or start the program with -javaagent:rocjfr.jar."
              : obstacle);
    } else {
      diagnosis.good("agent");
      if (!agent.notSeen().isEmpty()) {
        diagnosis.problem("Java threads", State.BAD, agent.notSeen(), "");
      }
    }
    if (runtime.isEmpty()) {
      diagnosis.note(
          "The program has not loaded HIP so far. When it does, the agent will find it.");
    }
    List<String> untraced = OtherTools.untraced(libraries);
    if (!untraced.isEmpty()) {
      diagnosis.note(
          String.join(", ", untraced)
              + " loaded: calls of these libraries are not traced, even if a tool asks rocjfr's"
              + " rocprofiler-SDK for them. Their kernels and copies are traced.");
    }
    boolean profiler = variables.stream().anyMatch(one -> one.startsWith(OtherTools.PROFILER));
    if (!tools.isEmpty() || profiler) {
      diagnosis.note(
          (tools.isEmpty() ? "HIP's own profiler may be" : "Another tool is")
              + " in the process. A recording shows whether it has taken the HIP runtime's"
              + " hook: java -jar rocjfr.jar summary FILE.");
    }
  }

  private static String having(List<String> libraries, String part) {
    return libraries.stream().filter(file -> file.contains(part)).findFirst().orElse("");
  }
}
