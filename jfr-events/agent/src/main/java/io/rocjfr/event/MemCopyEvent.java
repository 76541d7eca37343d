// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** A copy or fill of memory by the GPU or its copy engines. */
@Name("rocjfr.MemCopy")
@Label("Memory Copy")
@Description("A copy or fill of memory by the GPU or its copy engines")
@Category({"GPU", "ROCm"})
@StackTrace(false)
@Threshold("0 ns")
public final class MemCopyEvent extends WorkEvent {
  private static final VarHandle START = timeField(MethodHandles.lookup(), "startTime");
  private static final VarHandle DURATION = timeField(MethodHandles.lookup(), "duration");

  @Label("Direction")
  @Description(
      "HostToDevice, DeviceToHost, DeviceToDevice, HostToHost, Fill, or OpenCL's Map and Unmap."
          + " Map and Unmap may move nothing. null if unknown")
  public String direction;

  @Label("Bytes")
  @Description("The bytes that were copied or filled; 0 if unknown")
  @DataAmount
  public long bytes;

  @Label("Device")
  @Description("The HIP ordinal of the device, or OpenCL's number of it; -1 if unknown")
  public int device;

  @Label("Source Device")
  @Description("The HIP ordinal of the device that a copy between devices reads, otherwise -1")
  public int sourceDevice;

  @Label("Destination Device")
  @Description("The HIP ordinal of the device that a copy between devices writes, otherwise -1")
  public int destinationDevice;

  @Label("Agent Id")
  @Description("The HSA agent: the driver node of the device, -1 if unknown")
  public int agentId;

  @Label("Queue")
  @Description("The hardware queue. For OpenCL, the number of the command queue")
  public long queue;

  @Label("Stream")
  @Description(
      "The number of the stream. It stays the same while the stream is recorded. Each thread's"
          + " own hipStreamPerThread has one, too. 0 is the default stream, -1 is none or"
          + " unknown")
  public int stream;

  @Label("Shape")
  @Description("1D, 2D or 3D; null if unknown")
  public String shape;

  @Override
  public void setTimes(long startTicks, long durationTicks) {
    START.set(this, startTicks);
    DURATION.set(this, durationTicks);
  }

  @Override
  public long startTicks() {
    return (long) START.get(this);
  }
}
