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
@Description("An allocation of GPU memory that has succeeded; calls are picked at random")
@Category({"GPU", "ROCm"})
@Enabled(false)
@StackTrace(true)
public final class GpuAllocationEvent extends SampledEvent {
  @AllocationId
  @Label("Allocation Id")
  @Description("A number of the allocation, never used again in this process")
  public long allocationId;

  @Label("Bytes")
  @Description("The bytes that were asked for; with padding for pitched memory")
  @DataAmount
  public long bytes;

  @Label("Address")
  @Description("Where it lies, or its handle; another one may have it after it was freed")
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
  @Description("Events a second in the whole process, on average; 0 is every allocation")
  boolean rate(GpuAllocationRateSetting setting) {
    return true;
  }
}
