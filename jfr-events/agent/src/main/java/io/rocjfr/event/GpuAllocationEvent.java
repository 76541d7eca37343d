// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.SettingDefinition;
import jdk.jfr.StackTrace;

/**
 * An allocation of GPU memory that has succeeded, with the Java stack that made it. Committed when
 * the call returns. See {@link SampledEvent} for how to scale.
 */
@Name("rocjfr.GpuAllocation")
@Label("GPU Allocation")
@Description("A successful allocation of GPU memory. Calls are picked at random")
@Category({"GPU", "ROCm"})
@Enabled(false)
@StackTrace(true)
public final class GpuAllocationEvent extends SampledEvent {
  @AllocationId
  @Label("Allocation Id")
  @Description("The number of the allocation. It is unique in this process")
  public long allocationId;

  @Label("Bytes")
  @Description("The requested bytes. Pitched memory includes its padding")
  @DataAmount
  public long bytes;

  @Label("Address")
  @Description("The address or the handle. Another allocation may have the same one later")
  public long address;

  @Label("Device")
  @Description("The HIP ordinal of the device, or OpenCL's number of it; -1 if unknown")
  public int device;

  @Label("Kind")
  @Description("device, host, managed, pool, virtual, array or opencl")
  public String kind;

  /** How many are wanted; the tracer sees to it. */
  @SettingDefinition
  @Name("rate")
  @Label("Rate")
  @Description("Events per second in the whole process, on average. 0 records every allocation")
  boolean rate(GpuAllocationRateSetting setting) {
    return true;
  }
}
