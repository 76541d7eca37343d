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
import jdk.jfr.Timestamp;

/**
 * What this process has allocated on a device and not freed, of one kind of memory; one event for
 * each device and kind of which there is or was any. Exact for what was allocated from {@link
 * #trackedSince} on: nothing is known of what was there before.
 */
@Name("rocjfr.GpuMemory")
@Label("GPU Memory")
@Description("Memory that this process has allocated on a device since trackedSince and not freed")
@Category({"GPU", "ROCm"})
@Enabled(false)
@StackTrace(false)
@Period("1 s")
public final class GpuMemoryEvent extends Event {
  @Label("Device")
  @Description("The HIP ordinal of the device, or OpenCL's number of it; -1 if unknown")
  public int device;

  @Label("Kind")
  @Description("device, host, managed, pool, virtual, array or opencl")
  public String kind;

  @Label("Bytes")
  @Description("Allocated and not freed")
  @DataAmount
  public long bytes;

  @Label("Count")
  @Description("The number of these allocations")
  public long count;

  @Label("Peak")
  @Description("The most bytes at one time since tracking began")
  @DataAmount
  public long peakBytes;

  @Label("Tracked Since")
  @Description("When the tracking of allocations began. Earlier allocations do not count")
  @Timestamp(Timestamp.MILLISECONDS_SINCE_EPOCH)
  public long trackedSince;

  @Label("Unknown Frees")
  @Description(
      "Calls that freed unknown memory, on any device. Most of it was allocated before the"
          + " tracking began")
  public long unknownFrees;

  @Label("Failed Frees")
  @Description(
      "Calls that freed nothing, according to the runtime, on any device. The memory was free"
          + " already, or did not exist")
  public long failedFrees;

  @Label("Not Tracked")
  @Description(
      "Allocations on any device that are not counted. The table was full, or the result of the"
          + " call is unknown")
  public long notTracked;

  @Label("Process Bytes")
  @Description(
      "The device's memory that the whole process uses, according to the kernel driver. The"
          + " same in the events of all kinds. -1 if it cannot be read")
  @DataAmount
  public long processBytes;
}
