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
  @Description("A number that all events of one moment have; later ones have larger numbers")
  public long snapshot;

  @AllocationId
  @Label("Allocation Id")
  @Description("That of rocjfr.GpuAllocation; 0 where the event stands for several allocations")
  public long allocationId;

  @Label("Count")
  @Description(
      "How many allocations the event stands for: 1, or more where there are very many, of one"
          + " function, stack, device and kind")
  public long count;

  @Label("Function")
  @Description("The function that allocated it")
  public String function;

  @Label("Bytes")
  @Description("Of all that the event stands for")
  @DataAmount
  public long bytes;

  @Label("Age")
  @Description("For how long it has been allocated; of several, the oldest")
  @Timespan(Timespan.NANOSECONDS)
  public long age;

  @Label("Address")
  @Description("Where it lies, or its handle; 0 where the event stands for several")
  public long address;

  @Label("Device")
  @Description("The HIP ordinal of the device, or OpenCL's number of it; -1 if unknown")
  public int device;

  @Label("Kind")
  @Description("device, host, managed, pool, virtual, array or opencl")
  public String kind;

  @Label("Weight")
  @Description(
      "That of rocjfr.GpuAllocation: of how many allocations this was picked; 0 if it was not"
          + " picked, and so has no stack")
  public double weight;

  @Label("Allocated By")
  @Description(
      "The Java stack that allocated it, innermost frame first, one on a line, as"
          + " package.Class.method(File.java:line), without the frames of the way into native code;"
          + " null if none was taken")
  public String allocatedBy;
}
