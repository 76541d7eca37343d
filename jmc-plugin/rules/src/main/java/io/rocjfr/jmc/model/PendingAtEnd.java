// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import io.rocjfr.figures.Unreported;
import io.rocjfr.jmc.model.EventFields.Reader;
import java.util.HashMap;
import java.util.Map;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.ItemFilters;

/** Reads what had not been reported when a recording ended: each process's last word counts. */
public final class PendingAtEnd {
  private record Said(long at, Unreported work) {}

  private PendingAtEnd() {}

  /** Of all processes that the recording is of. */
  public static Unreported read(IItemCollection items) {
    Map<Long, Said> last = new HashMap<>();
    for (IItemIterable events : items.apply(ItemFilters.type(EventTypes.TRACER_STATUS))) {
      EventFields fields = new EventFields(events.getType());
      boolean inPieces = fields.has(GpuAttributes.PENDING_BUSY);
      Reader<Long> process = fields.raw(GpuAttributes.PROCESS_KEY, 0);
      Reader<Long> inFlight = fields.raw(GpuAttributes.IN_FLIGHT, 0);
      Reader<Long> busy = fields.raw(GpuAttributes.PENDING_BUSY, 0);
      Reader<Long> finished = fields.raw(GpuAttributes.PENDING_FINISHED, 0);
      Reader<Long> unasked = fields.raw(GpuAttributes.PENDING_UNASKED, 0);
      for (IItem item : events) {
        Unreported work =
            inPieces
                ? new Unreported(
                    inFlight.of(item), busy.of(item), finished.of(item), unasked.of(item), 0)
                : Unreported.ofCalls(inFlight.of(item));
        last.merge(
            process.of(item),
            new Said(fields.end(item), work),
            (before, said) -> said.at() >= before.at() ? said : before);
      }
    }
    return last.values().stream().map(Said::work).reduce(Unreported.NONE, Unreported::plus);
  }
}
