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

/** The execution of a kernel on the GPU. */
@Name("rocjfr.KernelDispatch")
@Label("Kernel Dispatch")
@Description("The execution of a kernel on the GPU")
@Category({"GPU", "ROCm"})
@StackTrace(false)
@Threshold("0 ns")
public final class KernelDispatchEvent extends WorkEvent {
  private static final VarHandle START = timeField(MethodHandles.lookup(), "startTime");
  private static final VarHandle DURATION = timeField(MethodHandles.lookup(), "duration");

  @Label("Kernel")
  @Description("The demangled name of the kernel")
  public String kernel;

  @Label("Symbol")
  @Description("The name of the kernel as the runtime spells it")
  public String symbol;

  @Label("Device")
  @Description("The HIP ordinal of the device, or OpenCL's number of it; -1 if unknown")
  public int device;

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

  @Label("Grid X")
  @Description("Workgroups in the first dimension; 0 if unknown")
  public int gridX;

  @Label("Grid Y")
  @Description("Workgroups in the second dimension; 0 if unknown")
  public int gridY;

  @Label("Grid Z")
  @Description("Workgroups in the third dimension; 0 if unknown")
  public int gridZ;

  @Label("Workgroup X")
  @Description("Work-items of a workgroup in the first dimension; 0 if unknown")
  public int workgroupX;

  @Label("Workgroup Y")
  @Description("Work-items of a workgroup in the second dimension; 0 if unknown")
  public int workgroupY;

  @Label("Workgroup Z")
  @Description("Work-items of a workgroup in the third dimension; 0 if unknown")
  public int workgroupZ;

  @Label("Global X")
  @Description("Work-items in the first dimension; 0 if unknown")
  public long globalX;

  @Label("Global Y")
  @Description("Work-items in the second dimension; 0 if unknown")
  public long globalY;

  @Label("Global Z")
  @Description("Work-items in the third dimension; 0 if unknown")
  public long globalZ;

  @Label("LDS Bytes")
  @Description("The dynamic shared memory of a workgroup")
  @DataAmount
  public long ldsBytes;

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
