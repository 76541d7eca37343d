// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.agent.RuntimeCheck;
import io.rocjfr.cli.Diagnosis.State;
import java.util.Locale;

/** Shows what the tracer finds when it loads a HIP runtime into this process. */
final class HipCheck {
  private static final String INSTALL =
      "Install one (AMD's package hip-runtime-amd; Debian's libamdhip64), or say where it is:"
          + " LD_LIBRARY_PATH, or check --runtime FILE.";

  private HipCheck() {}

  /**
   * Shows it.
   *
   * @param instead whether there is a GPU by OpenCL, with which a program needs no HIP
   * @param noGpu what to do where there is no GPU
   */
  static void report(
      RuntimeCheck.Result result, boolean instead, String noGpu, Diagnosis diagnosis) {
    diagnosis.fact("tracer", "Tracer", join(result.tracerVersion(), result.tracer()));
    diagnosis.fact("runtime", "HIP runtime", join(result.version(), result.runtime()));
    diagnosis.fact("hook", "Hook", join(result.hook(), result.state()));
    diagnosis.fact("devices", "GPUs", result.devices() < 0 ? "" : "" + result.devices());
    diagnosis.fact("otherTools", "Other tools", result.otherTools());
    if (result.problems().isEmpty()) {
      diagnosis.good("tracer");
    }
    for (String problem : result.problems()) {
      diagnosis.problem("tracer", State.BAD, sentence(problem), "");
    }
    boolean noRuntime = result.runtime().isEmpty();
    String remedy = noRuntime ? INSTALL : noGpu;
    if (result.missing().isEmpty()) {
      if (result.devices() > 0) {
        diagnosis.good("GPU");
      }
    } else if (instead) {
      diagnosis.good("GPU (by OpenCL)");
      diagnosis.note(sentence(result.missing()) + " " + remedy);
    } else {
      diagnosis.problem(
          noRuntime ? "HIP runtime" : "GPU", State.NO_GPU, sentence(result.missing()), remedy);
    }
  }

  private static String sentence(String text) {
    String begun = text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1).strip();
    return begun.endsWith(".") ? begun : begun + ".";
  }

  private static String join(String first, String second) {
    return first.isEmpty() || second.isEmpty() ? first + second : first + ", " + second;
  }
}
