// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import java.util.List;

/** The names of the events that rocjfr publishes. */
public final class EventTypes {
  public static final String HIP_API = "rocjfr.HipApi";
  public static final String OPENCL_API = "rocjfr.OpenClApi";
  public static final String KERNEL_DISPATCH = "rocjfr.KernelDispatch";
  public static final String MEM_COPY = "rocjfr.MemCopy";
  public static final String BARRIER = "rocjfr.Barrier";
  public static final String ROCTX_RANGE = "rocjfr.RoctxRange";
  public static final String ROCTX_MARK = "rocjfr.RoctxMark";
  public static final String SPAN_SCOPE = "rocjfr.SpanScope";
  public static final String LAUNCH_SITE = "rocjfr.LaunchSite";
  public static final String LAUNCH_SITE_COUNTS = "rocjfr.LaunchSiteCounts";
  public static final String GPU_MEMORY = "rocjfr.GpuMemory";
  public static final String LIVE_ALLOCATION = "rocjfr.LiveGpuAllocation";
  public static final String GPU_TELEMETRY = "rocjfr.GpuTelemetry";
  public static final String RECORDS_LOST = "rocjfr.RecordsLost";
  public static final String PENDING_CALL = "rocjfr.PendingCall";
  public static final String TRACER_STATUS = "rocjfr.TracerStatus";

  /** Those that may overlap each other. */
  static final List<String> WITH_DURATION =
      List.of(HIP_API, OPENCL_API, KERNEL_DISPATCH, MEM_COPY, ROCTX_RANGE, SPAN_SCOPE);

  private EventTypes() {}
}
