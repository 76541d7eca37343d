// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

import io.rocjfr.figures.NativeFrames;
import io.rocjfr.recording.Fields;
import io.rocjfr.schema.EventKind;
import io.rocjfr.schema.Field;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;

/**
 * Where the calls of one recording were made that were picked for rocjfr.LaunchSite. In bounded
 * memory: of the first 2 million.
 */
final class RecordedSites {
  /** What tells of them. */
  static final Set<String> EVENTS =
      Set.of(EventKind.LAUNCH_SITE.eventName(), EventKind.SOURCE_FILE.eventName());

  /** Places in the table, half of which are used at most: 48 MB. */
  private static final int MOST = 1 << 22;

  private static final int MOST_FRAMES = 1 << 16;

  private final Map<StackTraceElement, StackTraceElement> frames = new HashMap<>();
  private final Map<StackTraceElement, StackTraceElement> complete = new HashMap<>();
  private final Map<String, String> files = new HashMap<>();
  private long[] ids = new long[1 << 10];
  private StackTraceElement[] sites = new StackTraceElement[1 << 10];
  private int size;

  /** Takes one of {@link #EVENTS}. */
  void add(RecordedEvent event) {
    if (Fields.kind(event) == EventKind.SOURCE_FILE) {
      if (files.size() < MOST_FRAMES) {
        files.put(Fields.written(event, Field.TYPE), Fields.written(event, Field.FILE));
      }
      return;
    }
    StackTraceElement site = innermost(event);
    long id = Fields.number(event, Field.CORRELATION_ID, 0);
    if (site != null && id != 0) {
      put(id, site);
    }
  }

  private StackTraceElement innermost(RecordedEvent event) {
    if (event.getStackTrace() == null) {
      return null;
    }
    for (RecordedFrame frame : event.getStackTrace().getFrames()) {
      RecordedMethod method = frame.getMethod();
      if (method == null || method.getType() == null) {
        return null;
      }
      String type = method.getType().getName();
      if (!NativeFrames.has(type)) {
        StackTraceElement site =
            new StackTraceElement(type, method.getName(), null, frame.getLineNumber());
        StackTraceElement known = frames.get(site);
        if (known == null && frames.size() < MOST_FRAMES) {
          frames.put(site, site);
        }
        return known == null ? site : known;
      }
    }
    return null;
  }

  private void put(long id, StackTraceElement site) {
    if (size * 2 >= ids.length) {
      if (ids.length >= MOST) {
        return;
      }
      grow();
    }
    int place = place(id);
    size += sites[place] == null ? 1 : 0;
    ids[place] = id;
    sites[place] = site;
  }

  private void grow() {
    long[] oldIds = ids;
    StackTraceElement[] oldSites = sites;
    ids = new long[oldIds.length * 2];
    sites = new StackTraceElement[ids.length];
    size = 0;
    for (int i = 0; i < oldIds.length; i++) {
      if (oldSites[i] != null) {
        put(oldIds[i], oldSites[i]);
      }
    }
  }

  /** Where the id is, or may be put. */
  private int place(long id) {
    int mask = ids.length - 1;
    int place = (int) ((id * 0x9E3779B97F4A7C15L) >>> 32) & mask;
    while (sites[place] != null && ids[place] != id) {
      place = (place + 1) & mask;
    }
    return place;
  }

  /** Where a call was made; null if that is not known. */
  StackTraceElement of(long correlationId) {
    StackTraceElement site = sites[place(correlationId)];
    return site == null ? null : complete.computeIfAbsent(site, this::withFile);
  }

  private StackTraceElement withFile(StackTraceElement site) {
    return new StackTraceElement(
        site.getClassName(),
        site.getMethodName(),
        files.get(site.getClassName()),
        site.getLineNumber());
  }
}
