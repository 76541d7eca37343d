// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

import io.rocjfr.ActivityKind;
import io.rocjfr.CopyDirection;
import io.rocjfr.otel.span.Activity;
import java.util.HashMap;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;

/** Reads the events of a recording that show an activity: of each the fields that its span has. */
final class EventActivity {
  private static final String OPENCL = "OpenCL";
  private static final String PREFIX = "rocjfr.";
  private static final Map<String, CopyDirection> DIRECTIONS = new HashMap<>();

  static {
    for (CopyDirection direction : CopyDirection.values()) {
      DIRECTIONS.put(direction.label(), direction);
    }
  }

  private final Map<jdk.jfr.EventType, EventFields> types = new HashMap<>();
  private final Activity activity = new Activity();

  /** The activity that an event shows, valid until the next call; null if it shows none. */
  Activity read(RecordedEvent event) {
    EventFields fields = types.computeIfAbsent(event.getEventType(), EventFields::new);
    Activity a = activity;
    a.kind = fields.kind();
    if (a.kind == null) {
      return null;
    }
    fields.begin(event);
    a.openCl = a.kind == ActivityKind.OPENCL_API || OPENCL.equals(fields.text("api"));
    a.begin = fields.beginNanos();
    // As it is told live: the tick that an event without times has is no length.
    a.end = !fields.flag("timed", true) ? a.begin : fields.endNanos();
    a.correlationId = fields.number("correlationId", 0);
    a.externalId = fields.number("externalId", 0);
    a.threadName = fields.text("threadName");
    a.javaThreadId = fields.number("javaThreadId", -1);
    switch (a.kind) {
      case HIP_API, OPENCL_API -> readCall(fields, a);
      case KERNEL_DISPATCH -> readDispatch(fields, a);
      case MEM_COPY -> readCopy(fields, a);
      default -> {
        a.osThreadId = fields.number("osThreadId", 0);
        a.name = fields.text("message");
        a.depth = (int) fields.number("depth", 0);
        a.rangeId = fields.number("rangeId", 0);
      }
    }
    return a;
  }

  private static void readCall(EventFields fields, Activity a) {
    a.name = fields.text("function");
    a.result = fields.text("result");
    a.kernel = fields.text("kernel");
    a.bytes = fields.number("bytes", 0);
    a.device = (int) fields.number("device", -1);
    a.stream = (int) fields.number("stream", -1);
  }

  private static void readPlace(EventFields fields, Activity a) {
    a.device = (int) fields.number("device", -1);
    a.queue = fields.number("queue", 0);
    a.stream = (int) fields.number("stream", -1);
  }

  private static void readCopy(EventFields fields, Activity a) {
    readPlace(fields, a);
    a.bytes = fields.number("bytes", 0);
    a.direction = DIRECTIONS.getOrDefault(fields.text("direction"), CopyDirection.UNKNOWN);
  }

  private static void readDispatch(EventFields fields, Activity a) {
    readPlace(fields, a);
    a.kernel = fields.text("kernel");
    a.gridX = (int) fields.number("gridX", 0);
    a.gridY = (int) fields.number("gridY", 0);
    a.gridZ = (int) fields.number("gridZ", 0);
    a.workgroupX = (int) fields.number("workgroupX", 0);
    a.workgroupY = (int) fields.number("workgroupY", 0);
    a.workgroupZ = (int) fields.number("workgroupZ", 0);
    a.ldsBytes = fields.number("ldsBytes", 0);
  }

  /** Null for events that show no activity. */
  static ActivityKind kind(String event) {
    if (!event.startsWith(PREFIX)) {
      return null;
    }
    return switch (event.substring(PREFIX.length())) {
      case "HipApi" -> ActivityKind.HIP_API;
      case "OpenClApi" -> ActivityKind.OPENCL_API;
      case "KernelDispatch" -> ActivityKind.KERNEL_DISPATCH;
      case "MemCopy" -> ActivityKind.MEM_COPY;
      case "RoctxRange" -> ActivityKind.ROCTX_RANGE;
      case "RoctxMark" -> ActivityKind.ROCTX_MARK;
      default -> null;
    };
  }
}
