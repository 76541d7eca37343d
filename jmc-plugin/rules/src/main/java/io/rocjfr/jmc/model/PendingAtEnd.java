// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import io.rocjfr.figures.EndOfRecording;
import io.rocjfr.figures.Unreported;
import io.rocjfr.jmc.model.EventFields.Reader;
import java.util.List;
import java.util.Set;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.unit.UnitLookup;

/**
 * What had not been reported when a recording ended.
 *
 * @param found what is missing
 * @param calls the correlation ids of the calls whose work was missing then
 */
public record PendingAtEnd(EndOfRecording.Found found, Set<Long> calls) {
  private static final KeptReads<PendingAtEnd> KEPT = new KeptReads<>();

  /** Reads it, once for all rules. */
  public static PendingAtEnd of(IItemCollection items) {
    List<IItemIterable> arrays =
        GpuEvents.arrays(
            items,
            EventTypes.TRACER_STATUS,
            EventTypes.PENDING_CALL,
            EventTypes.HIP_API,
            EventTypes.KERNEL_DISPATCH,
            EventTypes.MEM_COPY);
    return KEPT.of(arrays, () -> List.of(read(items))).get(0);
  }

  private static PendingAtEnd read(IItemCollection items) {
    EndOfRecording end = new EndOfRecording();
    GpuEvents.events(items, EventTypes.TRACER_STATUS).forEach(events -> readStatuses(events, end));
    GpuEvents.events(items, EventTypes.PENDING_CALL).forEach(events -> readNamed(events, end));
    GpuEvents.events(items, EventTypes.HIP_API).forEach(events -> readCalls(events, end));
    for (String type : List.of(EventTypes.KERNEL_DISPATCH, EventTypes.MEM_COPY)) {
      GpuEvents.events(items, type).forEach(events -> readWork(events, end));
    }
    return new PendingAtEnd(end.found(), Set.copyOf(end.pendingCalls()));
  }

  private static void readStatuses(IItemIterable events, EndOfRecording end) {
    EventFields fields = new EventFields(events.getType());
    boolean inPieces = fields.has(JmcAttributes.PENDING_BUSY);
    Reader<Long> process = fields.raw(JmcAttributes.PROCESS_KEY, 0);
    Reader<Long> look = fields.raw(JmcAttributes.LOOK, -1);
    Reader<Long> inFlight = fields.raw(JmcAttributes.IN_FLIGHT, 0);
    Reader<Long> busy = fields.raw(JmcAttributes.PENDING_BUSY, 0);
    Reader<Long> finished = fields.raw(JmcAttributes.PENDING_FINISHED, 0);
    Reader<Long> unasked = fields.raw(JmcAttributes.PENDING_UNASKED, 0);
    Reader<Boolean> chunkEnd = fields.flag(JmcAttributes.CHUNK_END, true);
    Reader<String> state = fields.text(JmcAttributes.STATE, "");
    for (IItem item : events) {
      Unreported work =
          inPieces
              ? new Unreported(
                  inFlight.of(item), busy.of(item), finished.of(item), unasked.of(item), 0)
              : Unreported.ofCalls(inFlight.of(item));
      end.addStatus(
          new EndOfRecording.Status(
              process.of(item),
              fields.begin(item),
              look.of(item),
              work,
              "",
              chunkEnd.of(item),
              state.of(item).equals("noRuntime")));
    }
  }

  private static void readNamed(IItemIterable events, EndOfRecording end) {
    EventFields fields = new EventFields(events.getType());
    Reader<Long> look = fields.raw(JmcAttributes.LOOK, -1);
    Reader<Long> correlationId = fields.raw(JmcAttributes.CORRELATION_ID, 0);
    Reader<String> state = fields.text(JmcAttributes.STATE, "");
    Reader<Boolean> single = fields.flag(JmcAttributes.SINGLE, false);
    Reader<Long> pieces = fields.raw(JmcAttributes.PIECES, 0);
    for (IItem item : events) {
      end.addPendingCall(
          look.of(item), correlationId.of(item), state.of(item), single.of(item), pieces.of(item));
    }
  }

  private static void readCalls(IItemIterable events, EndOfRecording end) {
    EventFields fields = new EventFields(events.getType());
    Reader<Long> correlationId = fields.raw(JmcAttributes.CORRELATION_ID, 0);
    Reader<String> function = fields.text(JmcAttributes.FUNCTION, "");
    Reader<String> kernel = fields.text(JmcAttributes.KERNEL, "");
    Reader<String> result = fields.text(JmcAttributes.RESULT, "");
    Reader<Long> bytes = fields.quantity(JmcAttributes.BYTES, UnitLookup.BYTE, 0);
    for (IItem item : events) {
      end.addCall(
          correlationId.of(item),
          fields.end(item),
          function.of(item),
          kernel.of(item),
          bytes.of(item),
          result.of(item));
    }
  }

  private static void readWork(IItemIterable events, EndOfRecording end) {
    EventFields fields = new EventFields(events.getType());
    Reader<Long> correlationId = fields.raw(JmcAttributes.CORRELATION_ID, 0);
    Reader<String> api = fields.text(JmcAttributes.API, "");
    for (IItem item : events) {
      if (!api.of(item).equals("OpenCL")) {
        end.addWork(correlationId.of(item));
      }
    }
  }
}
