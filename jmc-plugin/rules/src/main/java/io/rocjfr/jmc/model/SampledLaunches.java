// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import io.rocjfr.figures.SiteShares;
import io.rocjfr.jmc.model.EventFields.Reader;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;

/** What of a recording decides how work is split between launch sites: docs/launch-sites.md. */
public final class SampledLaunches {
  private SampledLaunches() {}

  /** Whether calls that were picked have no stack, since Java must not be entered there. */
  public static boolean wereRefused(IItemCollection recording) {
    for (IItemIterable events : recording.apply(OwnItems.of(EventTypes.LAUNCH_SITE_COUNTS))) {
      EventFields fields = new EventFields(events.getType());
      Reader<String> event = fields.text(JmcAttributes.EVENT, "");
      Reader<Double> weight = fields.decimal(JmcAttributes.REFUSED_WEIGHT, 0);
      if (events.stream()
          .anyMatch(item -> event.of(item).equals(EventTypes.LAUNCH_SITE) && weight.of(item) > 0)) {
        return true;
      }
    }
    return false;
  }

  /** Adds all kernels of a recording to what is divided between its launch sites. */
  public static void addKernels(IItemCollection recording, SiteShares shares) {
    for (IItemIterable events : GpuEvents.events(recording, EventTypes.KERNEL_DISPATCH)) {
      EventFields fields = new EventFields(events.getType());
      Reader<Object> likeness = likeness(fields);
      Reader<Long> correlationId = fields.raw(JmcAttributes.CORRELATION_ID, 0);
      Reader<Long> thread = fields.raw(JmcAttributes.OS_THREAD_ID, -1);
      for (IItem item : events) {
        shares.addWork(
            likeness.of(item),
            thread.of(item),
            correlationId.of(item),
            fields.end(item) - fields.begin(item));
      }
    }
  }

  /** Equal for dispatches whose executions are alike: of one kernel with one grid of workgroups. */
  public static Reader<Object> likeness(EventFields fields) {
    Reader<String> kernel = fields.text(JmcAttributes.KERNEL, "");
    List<Reader<Long>> sizes =
        Stream.of(
                JmcAttributes.GRID_X,
                JmcAttributes.GRID_Y,
                JmcAttributes.GRID_Z,
                JmcAttributes.WORKGROUP_X,
                JmcAttributes.WORKGROUP_Y,
                JmcAttributes.WORKGROUP_Z)
            .map(size -> fields.number(size, 0))
            .toList();
    return item -> List.of(kernel.of(item), sizes(sizes, item));
  }

  private static List<Long> sizes(List<Reader<Long>> sizes, IItem item) {
    return sizes.stream().map(size -> size.of(item)).toList();
  }
}
