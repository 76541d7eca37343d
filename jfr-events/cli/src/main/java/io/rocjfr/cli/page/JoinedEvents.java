// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.page;

import io.rocjfr.cli.page.PageTable.FieldColumn;
import io.rocjfr.recording.Fields;
import io.rocjfr.schema.EventKind;
import io.rocjfr.schema.Field;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;

/** What belongs to events by an id, and stands on no timeline: stacks of calls, traces of spans. */
final class JoinedEvents {
  /** Of each kind: what is beyond belongs to no event. */
  private static final int MOST = 1_000_000;

  private final ToIntFunction<RecordedEvent> stacks;
  private final PageTable sites =
      table(
          EventKind.LAUNCH_SITE,
          number(Field.CORRELATION_ID),
          FieldColumn.number(PageStacks.FIELD, "Stack"));
  private final PageTable spans =
      table(
          EventKind.SPAN_CONTEXT,
          number(Field.EXTERNAL_ID),
          number(Field.SPAN_ID),
          number(Field.TRACE_ID_HIGH),
          number(Field.TRACE_ID_LOW));

  /**
   * Makes the tables.
   *
   * @param stacks gives the place of a call's stack, 0 if it has none
   */
  JoinedEvents(ToIntFunction<RecordedEvent> stacks) {
    this.stacks = stacks;
  }

  private static PageTable table(EventKind kind, FieldColumn... fields) {
    return new PageTable(kind.eventName(), kind.label(), fields);
  }

  private static FieldColumn number(Field<Long> field) {
    return FieldColumn.number(field.fieldName(), field.label());
  }

  /** Keeps what an event says, if it is one of these. */
  void add(RecordedEvent event, int file) {
    switch (Fields.kind(event)) {
      case LAUNCH_SITE -> {
        long id = Fields.number(event, Field.CORRELATION_ID, 0);
        int stack = id == 0 || sites.size() >= MOST ? 0 : stacks.applyAsInt(event);
        if (stack != 0) {
          sites.add(0, 0, file, id, stack);
        }
      }
      case SPAN_CONTEXT -> {
        long span = Fields.number(event, Field.SPAN_ID, 0);
        if (spans.size() < MOST) {
          spans.add(
              0,
              0,
              file,
              Fields.number(event, Field.EXTERNAL_ID, span),
              span,
              Fields.number(event, Field.TRACE_ID_HIGH, 0),
              Fields.number(event, Field.TRACE_ID_LOW, 0));
        }
      }
      default -> {
        // Stands for itself.
      }
    }
  }

  /** The upper half of the trace of a span, by the file and the external id of its events. */
  Map<List<Long>, Long> traces() {
    Map<List<Long>, Long> traces = new HashMap<>();
    PageColumn ids = spans.values(Field.EXTERNAL_ID);
    PageColumn highs = spans.values(Field.TRACE_ID_HIGH);
    for (int i = 0; i < spans.size(); i++) {
      traces.put(List.of(spans.files().get(i), ids.get(i)), highs.get(i));
    }
    return traces;
  }

  /** Those with events. */
  List<PageTable> tables() {
    return Stream.of(sites, spans).filter(table -> table.size() > 0).toList();
  }
}
