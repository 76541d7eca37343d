// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import io.rocjfr.figures.LateCalls;
import io.rocjfr.figures.PendingCalls;
import io.rocjfr.figures.Unreported;
import io.rocjfr.jmc.model.EventFields.Reader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.unit.UnitLookup;

/**
 * What had not been reported when a recording ended: each process's last word counts.
 *
 * @param work of all processes that the recording is of
 * @param late calls that ended after the last word of all of them; calls do not tell their process
 */
public record PendingAtEnd(Unreported work, LateCalls.Found late) {
  private record Said(long at, Unreported work) {}

  /** Reads it. */
  public static PendingAtEnd read(IItemCollection items) {
    Map<Long, Said> last = new HashMap<>();
    LateCalls late = new LateCalls();
    PendingCalls named = new PendingCalls();
    for (IItemIterable events : GpuEvents.events(items, EventTypes.TRACER_STATUS)) {
      readStatuses(events, last, late, named);
    }
    GpuEvents.events(items, EventTypes.PENDING_CALL).forEach(events -> readNamed(events, named));
    if (late.isKnown()) {
      GpuEvents.events(items, EventTypes.HIP_API).forEach(events -> readCalls(events, late));
      for (String type : List.of(EventTypes.KERNEL_DISPATCH, EventTypes.MEM_COPY)) {
        GpuEvents.events(items, type).forEach(events -> readWork(events, late));
      }
    }
    Unreported said =
        last.values().stream().map(Said::work).reduce(Unreported.NONE, Unreported::plus);
    return new PendingAtEnd(named.correct(said, late::hasWork), late.found());
  }

  /** In words. */
  public String text() {
    return String.join(" ", work.sentences(late));
  }

  private static void readNamed(IItemIterable events, PendingCalls named) {
    EventFields fields = new EventFields(events.getType());
    Reader<Long> correlationId = fields.raw(GpuAttributes.CORRELATION_ID, 0);
    Reader<String> state = fields.text(GpuAttributes.STATE, "");
    Reader<Boolean> single = fields.single();
    for (IItem item : events) {
      named.addCall(fields.begin(item), correlationId.of(item), state.of(item), single.of(item));
    }
  }

  private static void readStatuses(
      IItemIterable events, Map<Long, Said> last, LateCalls late, PendingCalls named) {
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
          new Said(fields.begin(item), work),
          (before, said) -> said.at() >= before.at() ? said : before);
      late.addLook(fields.begin(item));
      named.addLook(fields.begin(item), process.of(item));
    }
  }

  private static void readCalls(IItemIterable events, LateCalls late) {
    EventFields fields = new EventFields(events.getType());
    Reader<Long> correlationId = fields.raw(GpuAttributes.CORRELATION_ID, 0);
    Reader<String> function = fields.text(GpuAttributes.FUNCTION, "");
    Reader<String> kernel = fields.text(GpuAttributes.KERNEL, "");
    Reader<String> result = fields.text(GpuAttributes.RESULT, "");
    Reader<Long> bytes = fields.quantity(GpuAttributes.BYTES, UnitLookup.BYTE, 0);
    for (IItem item : events) {
      late.addCall(
          correlationId.of(item),
          fields.end(item),
          function.of(item),
          kernel.of(item),
          bytes.of(item),
          result.of(item));
    }
  }

  private static void readWork(IItemIterable events, LateCalls late) {
    EventFields fields = new EventFields(events.getType());
    Reader<Long> correlationId = fields.raw(GpuAttributes.CORRELATION_ID, 0);
    Reader<String> api = fields.text(GpuAttributes.API, "");
    for (IItem item : events) {
      if (!api.of(item).equals("OpenCL")) {
        late.addWork(correlationId.of(item));
      }
    }
  }
}
