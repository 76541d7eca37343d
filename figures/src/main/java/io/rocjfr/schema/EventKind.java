// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Our events and their fields: first those without which an event says nothing, which each version
 * has written, then those that recordings of older versions may lack.
 */
@SuppressWarnings("ImmutableEnumChecker") // its collections do not change
public enum EventKind {
  BARRIER(
      "rocjfr.Barrier",
      "Barrier",
      Part.WORK,
      List.of(Field.DEVICE, Field.QUEUE),
      List.of(Field.AGENT_ID, Field.STREAM)),
  GPU_ALLOCATION(
      "rocjfr.GpuAllocation",
      "GPU Allocation",
      Part.NONE,
      List.of(Field.FUNCTION, Field.ALLOCATED_BYTES),
      List.of(
          Field.ALLOCATION_ID,
          Field.ADDRESS,
          Field.DEVICE,
          Field.KIND,
          Field.CORRELATION_ID,
          Field.WEIGHT)),
  GPU_MEMORY(
      "rocjfr.GpuMemory",
      "GPU Memory",
      Part.NONE,
      List.of(Field.DEVICE, Field.KIND, Field.ALLOCATED_BYTES),
      List.of(
          Field.COUNT,
          Field.PEAK_BYTES,
          Field.TRACKED_SINCE,
          Field.UNKNOWN_FREES,
          Field.FAILED_FREES,
          Field.NOT_TRACKED,
          Field.PROCESS_BYTES)),
  GPU_TELEMETRY(
      "rocjfr.GpuTelemetry",
      "GPU Telemetry",
      Part.NONE,
      List.of(Field.DEVICE),
      List.of(
          Field.PCI_ADDRESS,
          Field.AGENT_ID,
          Field.BUSY,
          Field.MEMORY_BUSY,
          Field.MEMORY_USED,
          Field.MEMORY_TOTAL,
          Field.POWER,
          Field.EDGE_TEMPERATURE,
          Field.JUNCTION_TEMPERATURE,
          Field.MEMORY_TEMPERATURE,
          Field.GRAPHICS_CLOCK,
          Field.MEMORY_CLOCK)),
  HIP_API(
      "rocjfr.HipApi",
      "HIP API Call",
      Part.ACTIVITY,
      List.of(Field.FUNCTION),
      List.of(Field.CATEGORY, Field.RESULT, Field.DEVICE, Field.STREAM, Field.BYTES, Field.KERNEL)),
  KERNEL_DISPATCH(
      "rocjfr.KernelDispatch",
      "Kernel Dispatch",
      Part.WORK,
      List.of(Field.KERNEL, Field.DEVICE),
      List.of(
          Field.SYMBOL,
          Field.AGENT_ID,
          Field.QUEUE,
          Field.STREAM,
          Field.GRID_X,
          Field.GRID_Y,
          Field.GRID_Z,
          Field.WORKGROUP_X,
          Field.WORKGROUP_Y,
          Field.WORKGROUP_Z,
          Field.GLOBAL_X,
          Field.GLOBAL_Y,
          Field.GLOBAL_Z,
          Field.LDS_BYTES)),
  LAUNCH_SITE(
      "rocjfr.LaunchSite",
      "Launch Site",
      Part.NONE,
      List.of(Field.CORRELATION_ID),
      List.of(Field.KERNEL, Field.FUNCTION, Field.WEIGHT)),
  LAUNCH_SITE_COUNTS(
      "rocjfr.LaunchSiteCounts",
      "Launch Site Counts",
      Part.NONE,
      List.of(Field.EVENT),
      List.of(
          Field.CALLS,
          Field.SITES,
          Field.NOT_SAMPLED,
          Field.REFUSED_WEIGHT,
          Field.NO_JAVA_THREAD,
          Field.CRITICAL_FOREIGN_CALL,
          Field.JNI_CRITICAL_REGION,
          Field.EXCLUDED_THREAD,
          Field.END_OF_STACK,
          Field.EXIT,
          Field.NESTED,
          Field.FAILED,
          Field.UNKNOWN_JVM)),
  LIVE_GPU_ALLOCATION(
      "rocjfr.LiveGpuAllocation",
      "Live GPU Allocation",
      Part.NONE,
      List.of(Field.SNAPSHOT, Field.FUNCTION, Field.ALLOCATED_BYTES),
      List.of(
          Field.ALLOCATION_ID,
          Field.COUNT,
          Field.AGE,
          Field.ADDRESS,
          Field.DEVICE,
          Field.KIND,
          Field.WEIGHT,
          Field.ALLOCATED_BY)),
  MEM_COPY(
      "rocjfr.MemCopy",
      "Memory Copy",
      Part.WORK,
      List.of(Field.DIRECTION, Field.BYTES, Field.DEVICE),
      List.of(
          Field.SOURCE_DEVICE,
          Field.DESTINATION_DEVICE,
          Field.AGENT_ID,
          Field.QUEUE,
          Field.STREAM,
          Field.SHAPE)),
  OPENCL_API(
      "rocjfr.OpenClApi",
      "OpenCL API Call",
      Part.ACTIVITY,
      List.of(Field.FUNCTION),
      List.of(Field.CATEGORY, Field.RESULT, Field.DEVICE, Field.QUEUE, Field.BYTES, Field.KERNEL)),
  PENDING_CALL(
      "rocjfr.PendingCall",
      "Pending Call",
      Part.NONE,
      List.of(Field.CORRELATION_ID),
      List.of(Field.LOOK, Field.PIECES, Field.DEVICE, Field.STATE, Field.SINGLE)),
  RECORDS_LOST(
      "rocjfr.RecordsLost",
      "Records Lost",
      Part.NONE,
      List.of(Field.DOMAIN, Field.CAUSE, Field.COUNT),
      List.of()),
  ROCTX_MARK(
      "rocjfr.RoctxMark",
      "roctx Mark",
      Part.ACTIVITY,
      List.of(Field.MESSAGE),
      List.of(Field.DEPTH, Field.RANGE_ID)),
  ROCTX_RANGE(
      "rocjfr.RoctxRange",
      "roctx Range",
      Part.ACTIVITY,
      List.of(Field.MESSAGE, Field.DEPTH, Field.RANGE_ID),
      List.of()),
  SOURCE_FILE(
      "rocjfr.SourceFile", "Source File", Part.NONE, List.of(Field.TYPE, Field.FILE), List.of()),
  SPAN_CONTEXT(
      "rocjfr.SpanContext",
      "Span Context",
      Part.NONE,
      List.of(Field.SPAN_ID, Field.TRACE_ID_HIGH, Field.TRACE_ID_LOW),
      List.of(Field.EXTERNAL_ID, Field.SPAN_ID_HEX, Field.TRACE_ID, Field.TRACE_FLAGS)),
  SPAN_SCOPE(
      "rocjfr.SpanScope",
      "Span Scope",
      Part.NONE,
      List.of(Field.SCOPE_SPAN_ID),
      List.of(Field.TRACE_ID)),
  TRACER_STATUS(
      "rocjfr.TracerStatus",
      "Tracer Status",
      Part.NONE,
      List.of(),
      List.of(
          Field.RUNTIME,
          Field.VERSION,
          Field.HOOK,
          Field.DEVICES,
          Field.STATE,
          Field.MESSAGE,
          Field.OTHER_TOOLS,
          Field.OPENCL,
          Field.NOT_SEEN,
          Field.LOOK,
          Field.CHUNK_END,
          Field.IN_FLIGHT,
          Field.PENDING_BUSY,
          Field.PENDING_FINISHED,
          Field.PENDING_UNASKED,
          Field.PENDING_BY_DEVICE,
          Field.SUBMITTED,
          Field.REPORTED,
          Field.GIVEN_UP,
          Field.PROCESS_KEY,
          Field.HOST,
          Field.PID,
          Field.PROCESS_START)),
  /** An event that this version does not know, or none of ours. */
  OTHER("", "", Part.NONE, List.of(), List.of());

  /** What begins the names of all our events. */
  public static final String PREFIX = "rocjfr.";

  /** All but {@link #OTHER}. */
  public static final List<EventKind> OURS =
      Stream.of(values()).filter(kind -> kind != OTHER).toList();

  private static final Map<String, EventKind> BY_NAME =
      OURS.stream().collect(Collectors.toMap(EventKind::eventName, kind -> kind));

  /** Fields that several events have. */
  private enum Part {
    NONE(List.of()),
    /** Who did it, and what it belongs to. */
    ACTIVITY(
        List.of(
            Field.CORRELATION_ID,
            Field.EXTERNAL_ID,
            Field.THREAD,
            Field.THREAD_NAME,
            Field.JAVA_THREAD_ID,
            Field.OS_THREAD_ID)),
    /** Work of a device that a call submitted. */
    WORK(
        Stream.concat(
                ACTIVITY.fields.stream(),
                Stream.of(
                    Field.API,
                    Field.DEVICE_NAME,
                    Field.QUEUE_DELAY,
                    Field.SUBMIT_DELAY,
                    Field.TIMED))
            .toList());

    private final List<Field<?>> fields;

    Part(List<Field<?>> fields) {
      this.fields = fields;
    }
  }

  private final String eventName;
  private final String label;
  private final List<Field<?>> essential;
  private final List<Field<?>> fields;
  private final Map<String, Field<?>> byName;

  EventKind(
      String eventName, String label, Part part, List<Field<?>> essential, List<Field<?>> more) {
    this.eventName = eventName;
    this.label = label;
    this.essential = essential;
    List<Field<?>> list = new ArrayList<>(part.fields);
    list.addAll(essential);
    list.addAll(more);
    fields = List.copyOf(list);
    byName = fields.stream().collect(Collectors.toMap(Field::fieldName, field -> field));
  }

  /** The kind of the events of a name. */
  public static EventKind of(String eventName) {
    return BY_NAME.getOrDefault(eventName, OTHER);
  }

  /** Whether it is a call of an API. */
  public boolean isCall() {
    return this == HIP_API || this == OPENCL_API;
  }

  /** As recordings have it. */
  public String eventName() {
    return eventName;
  }

  /** Its name without the prefix. */
  public String shortName() {
    return eventName.substring(PREFIX.length());
  }

  /** As people read it. */
  public String label() {
    return label;
  }

  /** All its fields but JFR's own. */
  public List<Field<?>> fields() {
    return fields;
  }

  /** The field of a name; null if this version knows no such field. */
  public Field<?> field(String name) {
    return byName.get(name);
  }

  /** The fields without which it says nothing. Others may be missing: their values are unknown. */
  public List<Field<?>> essential() {
    return essential;
  }
}
