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
import jdk.jfr.SettingDefinition;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/**
 * A call of the OpenCL API by the program, on the host. A recording without this event leaves
 * OpenCL alone: its work is not recorded either.
 */
@Name("rocjfr.OpenClApi")
@Label("OpenCL API Call")
@Description("A call of the OpenCL API by the program, on the host")
@Category({"GPU", "ROCm"})
@StackTrace(false)
@Threshold("0 ns")
public final class OpenClApiEvent extends ActivityEvent {
  private static final VarHandle START = timeField(MethodHandles.lookup(), "startTime");
  private static final VarHandle DURATION = timeField(MethodHandles.lookup(), "duration");

  @Label("Function")
  @Description("The called function")
  public String function;

  @Label("Category")
  @Description(
      "What the function does: launch, copy, wait, memory, module, stream, event, graph, device,"
          + " other")
  public String category;

  @Label("Result")
  @Description(
      "The name of the error that the call returned. Empty for success. unknown for functions"
          + " that return no error")
  public String result;

  @Label("Device")
  @Description("OpenCL's number of the device, -1 if unknown")
  public int device;

  @Label("Queue")
  @Description("A small number of the command queue, 0 for calls without one")
  public long queue;

  @Label("Bytes")
  @Description("The bytes that the call moves, fills or allocates; 0 where it has no size")
  @DataAmount
  public long bytes;

  @Label("Kernel")
  @Description("The name of the kernel that the call enqueues; null for other calls")
  public String kernel;

  /**
   * Whether {@link #operations} lets this function through; set by the drain, once per function.
   */
  public transient boolean accepted = true;

  /** The filter on functions: a comma-separated list of globs. */
  @SettingDefinition
  @Name("operations")
  @Label("Operations")
  @Description("Comma-separated globs of the functions to record, e.g. clEnqueue*,clBuildProgram")
  boolean operations(OpenClOperationsSetting setting) {
    return accepted;
  }

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
