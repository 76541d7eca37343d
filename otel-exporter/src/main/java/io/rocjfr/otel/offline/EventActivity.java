// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

import io.rocjfr.ActivityKind;
import io.rocjfr.CopyDirection;
import io.rocjfr.otel.span.Activity;
import io.rocjfr.schema.EventKind;
import io.rocjfr.schema.Field;
import java.util.HashMap;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;

/** Reads the events of a recording that show an activity: of each the fields that its span has. */
final class EventActivity {
  private static final String OPENCL = "OpenCL";
  private static final Map<String, CopyDirection> DIRECTIONS = new HashMap<>();

  static {
    for (CopyDirection direction : CopyDirection.values()) {
      DIRECTIONS.put(direction.label(), direction);
    }
  }

  private final Map<jdk.jfr.EventType, ActivityFields> types = new HashMap<>();
  private final Activity activity = new Activity();

  /** The activity that an event shows, valid until the next call; null if it shows none. */
  Activity read(RecordedEvent event) {
    ActivityFields fields = types.computeIfAbsent(event.getEventType(), ActivityFields::new);
    Activity a = activity;
    a.kind = fields.kind();
    if (a.kind == null) {
      return null;
    }
    fields.begin(event);
    a.openCl = a.kind == ActivityKind.OPENCL_API || OPENCL.equals(fields.text(Field.API));
    a.begin = fields.beginNanos();
    // As it is told live: the tick that an event without times has is no length.
    a.end = !fields.flag(Field.TIMED, true) ? a.begin : fields.endNanos();
    a.correlationId = fields.number(Field.CORRELATION_ID, 0);
    a.externalId = fields.number(Field.EXTERNAL_ID, 0);
    a.threadName = fields.text(Field.THREAD_NAME);
    a.javaThreadId = fields.number(Field.JAVA_THREAD_ID, -1);
    switch (a.kind) {
      case HIP_API, OPENCL_API -> readCall(fields, a);
      case KERNEL_DISPATCH -> readDispatch(fields, a);
      case MEM_COPY -> readCopy(fields, a);
      default -> {
        a.osThreadId = fields.number(Field.OS_THREAD_ID, 0);
        a.name = fields.text(Field.MESSAGE);
        a.depth = (int) fields.number(Field.DEPTH, 0);
        a.rangeId = fields.number(Field.RANGE_ID, 0);
      }
    }
    return a;
  }

  private static void readCall(ActivityFields fields, Activity a) {
    a.name = fields.text(Field.FUNCTION);
    a.category = fields.category();
    a.result = fields.text(Field.RESULT);
    a.kernel = fields.text(Field.KERNEL);
    a.bytes = fields.number(Field.BYTES, 0);
    a.device = (int) fields.number(Field.DEVICE, -1);
    a.stream = (int) fields.number(Field.STREAM, -1);
  }

  private static void readPlace(ActivityFields fields, Activity a) {
    a.device = (int) fields.number(Field.DEVICE, -1);
    a.queue = fields.number(Field.QUEUE, 0);
    a.stream = (int) fields.number(Field.STREAM, -1);
  }

  private static void readCopy(ActivityFields fields, Activity a) {
    readPlace(fields, a);
    a.bytes = fields.number(Field.BYTES, 0);
    a.direction = DIRECTIONS.getOrDefault(fields.text(Field.DIRECTION), CopyDirection.UNKNOWN);
  }

  private static void readDispatch(ActivityFields fields, Activity a) {
    readPlace(fields, a);
    a.kernel = fields.text(Field.KERNEL);
    a.gridX = (int) fields.number(Field.GRID_X, 0);
    a.gridY = (int) fields.number(Field.GRID_Y, 0);
    a.gridZ = (int) fields.number(Field.GRID_Z, 0);
    a.workgroupX = (int) fields.number(Field.WORKGROUP_X, 0);
    a.workgroupY = (int) fields.number(Field.WORKGROUP_Y, 0);
    a.workgroupZ = (int) fields.number(Field.WORKGROUP_Z, 0);
    a.ldsBytes = fields.number(Field.LDS_BYTES, 0);
  }

  /** Null for events that show no activity. */
  static ActivityKind kind(String event) {
    return switch (EventKind.of(event)) {
      case HIP_API -> ActivityKind.HIP_API;
      case OPENCL_API -> ActivityKind.OPENCL_API;
      case KERNEL_DISPATCH -> ActivityKind.KERNEL_DISPATCH;
      case MEM_COPY -> ActivityKind.MEM_COPY;
      case ROCTX_RANGE -> ActivityKind.ROCTX_RANGE;
      case ROCTX_MARK -> ActivityKind.ROCTX_MARK;
      default -> null;
    };
  }
}
