// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * Memory that is allocated and not freed at the end of a chunk, and so at the end of a recording.
 * All those of one {@link #snapshot} together are all that was live then: their bytes add up to
 * those of {@link GpuMemoryEvent}. The difference between two snapshots is what has grown.
 */
@Name("rocjfr.LiveGpuAllocation")
@Label("Live GPU Allocation")
@Description("Memory that is allocated and not freed at the end of a chunk")
@Category({"GPU", "ROCm"})
@Enabled(false)
@StackTrace(false)
@Period("endChunk")
public final class LiveGpuAllocationEvent extends Event {
  @Label("Snapshot")
  @Description(
      "The number of the snapshot. All events of a snapshot have it. Later snapshots have"
          + " larger numbers")
  public long snapshot;

  @AllocationId
  @Label("Allocation Id")
  @Description("The id of rocjfr.GpuAllocation. 0 if the event stands for several allocations")
  public long allocationId;

  @Label("Count")
  @Description(
      "The number of allocations for which the event stands. It is more than 1 if there are"
          + " very many of one function, stack, device and kind")
  public long count;

  @Label("Function")
  @Description("The function that allocated it")
  public String function;

  @Label("Bytes")
  @Description("The bytes of all allocations for which the event stands")
  @DataAmount
  public long bytes;

  @Label("Age")
  @Description("The age of the allocation. Of several, the age of the oldest")
  @Timespan(Timespan.NANOSECONDS)
  public long age;

  @Label("Address")
  @Description("The address or the handle. 0 if the event stands for several allocations")
  public long address;

  @Label("Device")
  @Description("The HIP ordinal of the device, or OpenCL's number of it; -1 if unknown")
  public int device;

  @Label("Kind")
  @Description("device, host, managed, pool, virtual, array or opencl")
  public String kind;

  @Label("Weight")
  @Description(
      "The weight of rocjfr.GpuAllocation: the number of allocations from which this one was"
          + " picked. 0 if it was not picked. Then it has no stack")
  public double weight;

  @Label("Allocated By")
  @Description(
      "The Java stack of the allocation, innermost frame first. Each line is"
          + " package.Class.method(File.java:line). The frames that lead into native code are"
          + " left out. null if no stack was taken")
  public String allocatedBy;
}
