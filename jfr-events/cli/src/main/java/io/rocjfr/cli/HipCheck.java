// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.agent.RuntimeCheck;
import java.util.Locale;

/** Shows what the tracer finds when it loads a HIP runtime into this process. */
final class HipCheck {
  private HipCheck() {}

  /**
   * Shows it.
   *
   * @param instead whether there is OpenCL, with which a program needs no HIP
   */
  static void report(RuntimeCheck.Result result, boolean instead, Diagnosis diagnosis) {
    diagnosis.fact("tracer", "Tracer", join(result.tracerVersion(), result.tracer()));
    diagnosis.fact("runtime", "HIP runtime", join(result.version(), result.runtime()));
    diagnosis.fact("hook", "Hook", join(result.hook(), result.state()));
    diagnosis.fact("devices", "GPUs", result.devices() < 0 ? "" : "" + result.devices());
    diagnosis.fact("otherTools", "Other tools", result.otherTools());
    for (String problem : result.problems()) {
      diagnosis.problem(sentence(problem));
    }
    if (!result.missing().isEmpty()) {
      if (instead) {
        diagnosis.note(sentence(result.missing()));
      } else {
        diagnosis.problem(sentence(result.missing()));
      }
    }
    if (result.devices() == 0) {
      diagnosis.note(
          "A GPU shows to HIP where the driver amdgpu is loaded and /dev/kfd and /dev/dri are"
              + " accessible: to users in the groups render and video; in a container with"
              + " --device=/dev/kfd --device=/dev/dri.");
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
