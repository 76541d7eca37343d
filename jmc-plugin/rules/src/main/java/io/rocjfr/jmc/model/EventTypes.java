// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import io.rocjfr.schema.EventKind;
import java.util.List;

/** The names of the events that rocjfr publishes. */
public final class EventTypes {
  public static final String HIP_API = EventKind.HIP_API.eventName();
  public static final String OPENCL_API = EventKind.OPENCL_API.eventName();
  public static final String KERNEL_DISPATCH = EventKind.KERNEL_DISPATCH.eventName();
  public static final String MEM_COPY = EventKind.MEM_COPY.eventName();
  public static final String BARRIER = EventKind.BARRIER.eventName();
  public static final String ROCTX_RANGE = EventKind.ROCTX_RANGE.eventName();
  public static final String ROCTX_MARK = EventKind.ROCTX_MARK.eventName();
  public static final String SPAN_SCOPE = EventKind.SPAN_SCOPE.eventName();
  public static final String LAUNCH_SITE = EventKind.LAUNCH_SITE.eventName();
  public static final String LAUNCH_SITE_COUNTS = EventKind.LAUNCH_SITE_COUNTS.eventName();
  public static final String GPU_MEMORY = EventKind.GPU_MEMORY.eventName();
  public static final String LIVE_ALLOCATION = EventKind.LIVE_GPU_ALLOCATION.eventName();
  public static final String GPU_TELEMETRY = EventKind.GPU_TELEMETRY.eventName();
  public static final String RECORDS_LOST = EventKind.RECORDS_LOST.eventName();
  public static final String PENDING_CALL = EventKind.PENDING_CALL.eventName();
  public static final String TRACER_STATUS = EventKind.TRACER_STATUS.eventName();

  /** Those that may overlap each other. */
  static final List<String> WITH_DURATION =
      List.of(HIP_API, OPENCL_API, KERNEL_DISPATCH, MEM_COPY, ROCTX_RANGE, SPAN_SCOPE);

  private EventTypes() {}
}
