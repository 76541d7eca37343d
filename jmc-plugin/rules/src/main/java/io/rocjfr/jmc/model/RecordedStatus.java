// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import io.rocjfr.jmc.model.EventFields.Reader;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;

/**
 * What the tracer said of itself.
 *
 * @param state its state and, if it is degraded, why
 * @param devices how many HIP devices there are, -1 if unknown
 * @param otherTools other profiling tools in the process
 * @param notSeen what of the program the JVM did not show, and why; empty if it showed all
 * @param openCl how OpenCL is traced, and its platforms; empty if there is none
 */
public record RecordedStatus(
    String state, long devices, String otherTools, String notSeen, String openCl) {

  /** Whether no runtime was there that could be traced. */
  public boolean isWithoutRuntime() {
    return state.startsWith("noRuntime");
  }

  /** Whether OpenCL was there and could not be traced. */
  public boolean isWithoutOpenCl() {
    return openCl.startsWith("none");
  }

  /** All that the recording has. */
  public static List<RecordedStatus> read(IItemCollection items) {
    List<RecordedStatus> all = new ArrayList<>();
    for (IItemIterable events : items.apply(OwnItems.of(EventTypes.TRACER_STATUS))) {
      EventFields fields = new EventFields(events.getType());
      Reader<String> state = fields.text(JmcAttributes.STATE, "");
      Reader<String> message = fields.text(JmcAttributes.MESSAGE, "");
      Reader<Long> devices = fields.number(JmcAttributes.DEVICES, -1);
      Reader<String> otherTools = fields.text(JmcAttributes.OTHER_TOOLS, "none known");
      Reader<String> notSeen = fields.text(JmcAttributes.NOT_SEEN, "");
      Reader<String> openCl = fields.text(JmcAttributes.OPENCL, "");
      for (IItem item : events) {
        String why = message.of(item).isEmpty() ? "" : ": " + message.of(item);
        all.add(
            new RecordedStatus(
                state.of(item) + why,
                devices.of(item),
                otherTools.of(item),
                notSeen.of(item),
                openCl.of(item)));
      }
    }
    return all;
  }
}
