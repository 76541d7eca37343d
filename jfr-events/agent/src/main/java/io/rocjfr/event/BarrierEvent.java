// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** A barrier or marker in a queue of the GPU: it waits, but computes nothing. */
@Name("rocjfr.Barrier")
@Label("Barrier")
@Description("A barrier or marker in a queue of the GPU. It waits, but computes nothing")
@Category({"GPU", "ROCm"})
@StackTrace(false)
@Enabled(false)
@Threshold("0 ns")
public final class BarrierEvent extends WorkEvent {
  private static final VarHandle START = timeField(MethodHandles.lookup(), "startTime");
  private static final VarHandle DURATION = timeField(MethodHandles.lookup(), "duration");

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
