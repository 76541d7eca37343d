// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.figures.CallSettings;
import io.rocjfr.figures.FunctionCatalogue;
import io.rocjfr.figures.GpuKey;
import io.rocjfr.figures.TimeSplit;
import io.rocjfr.figures.WhereTimeWent;
import io.rocjfr.recording.Fields;
import io.rocjfr.recording.Span;
import io.rocjfr.schema.Field;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;

/** Where the time of recordings went, gathered event by event. */
final class RecordedTime {
  private static final String SETTING = "jdk.ActiveSetting";

  /** Of one event type; there are some hundred of them. */
  private record Setting(long type, String name, String value) {}

  private TimeSplit split = new TimeSplit();
  private CallSettings settings = new CallSettings();
  private final Set<Setting> told = new HashSet<>();
  private final Map<Long, String> types = new HashMap<>();
  private WhereTimeWent went = WhereTimeWent.NOTHING;

  /** Takes a call. */
  void addCall(RecordedEvent event, boolean openCl) {
    types.put(event.getEventType().getId(), event.getEventType().getName());
    settings.addCall(openCl, Fields.end(event) - Fields.begin(event));
    split.addCall(
        Fields.text(event, Field.THREAD_NAME, ""),
        Fields.text(event, Field.FUNCTION, ""),
        Fields.text(event, Field.CATEGORY, FunctionCatalogue.OTHER),
        Fields.begin(event),
        Fields.end(event),
        Fields.number(event, Field.CORRELATION_ID, 0));
  }

  /** Takes a dispatch or a copy. */
  void addWork(RecordedEvent event, GpuKey gpu, boolean openCl, boolean dispatch) {
    settings.addWork(openCl);
    split.addWork(
        gpu,
        dispatch,
        Fields.isTimed(event),
        Fields.begin(event),
        Fields.end(event),
        Fields.number(event, Field.CORRELATION_ID, 0));
  }

  /** Takes an event of others: what the recording's settings are. */
  void addOther(RecordedEvent event) {
    if (event.getEventType().getName().equals(SETTING)) {
      String name = text(event, "name");
      if (CallSettings.matters(name)
          && event.hasField("id")
          && event.getValue("id") instanceof Number id) {
        told.add(new Setting(id.longValue(), name, text(event, "value")));
      }
    }
  }

  private static String text(RecordedEvent event, String field) {
    return event.hasField(field) && event.getValue(field) instanceof String value ? value : "";
  }

  /**
   * To be called when all events of a file were added; what was recorded when is known then.
   *
   * @param pending the calls whose work was not reported by then
   */
  void endOfFile(Span recorded, Set<Long> pending) {
    split.addPending(pending);
    for (Setting setting : told) {
      String event = types.get(setting.type());
      if (event != null) {
        settings.addSetting(event, setting.name(), setting.value());
      }
    }
    if (!split.isEmpty() && !recorded.isEmpty()) {
      went = went.plus(split.of(recorded.begin(), recorded.end(), settings.areAllCalls()));
    }
    split = new TimeSplit();
    settings = new CallSettings();
    told.clear();
    types.clear();
  }

  /** Of all files together. */
  WhereTimeWent went() {
    return went;
  }
}
