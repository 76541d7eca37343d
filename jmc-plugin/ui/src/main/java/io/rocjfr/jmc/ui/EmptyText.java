// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.OwnItems;
import io.rocjfr.jmc.model.RecordedStatus;
import java.util.List;
import org.openjdk.jmc.common.item.IItemCollection;

/** Says why a recording has nothing to show on a page, as far as the recording tells. */
final class EmptyText {
  private static final String NOTHING = "This recording has no events for this page.\n\n";

  private EmptyText() {}

  /** For a page. */
  static String of(IItemCollection recording) {
    return NOTHING + why(recording);
  }

  /** For the page of totals, which has a place for it. */
  static String why(IItemCollection recording) {
    List<RecordedStatus> states = RecordedStatus.read(recording);
    if (states.isEmpty()) {
      return "The agent was not in the recorded program. To record a program on the GPU, start it"
          + " with the agent\n(java -javaagent:rocjfr.jar ...), or attach to it"
          + " (java -jar rocjfr.jar attach PID). Then record: jcmd PID JFR.start";
    }
    boolean some =
        recording
            .apply(
                OwnItems.of(
                    EventTypes.HIP_API,
                    EventTypes.OPENCL_API,
                    EventTypes.KERNEL_DISPATCH,
                    EventTypes.MEM_COPY))
            .hasItems();
    if (!some && states.stream().allMatch(RecordedStatus::isWithoutRuntime)) {
      return "The agent was in the recorded program. The program loaded no HIP or OpenCL runtime"
          + " during the recording (state=noRuntime),\nso there was nothing to trace. If you"
          + " expected GPU work, run java -jar rocjfr.jar check.";
    }
    String last = states.get(states.size() - 1).state();
    return "The agent was in the recorded program. Its last status was state="
        + last
        + ".\n"
        + (some
            ? "There are other GPU events. The program did no work of this kind, or the"
                + " recording's settings leave it out."
            : "The program did nothing on the GPU during the recording, or the recording's"
                + " settings leave it out.");
  }
}
