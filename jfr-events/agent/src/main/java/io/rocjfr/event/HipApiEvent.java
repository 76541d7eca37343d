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

/** A call of the HIP API by the program, on the host. */
@Name("rocjfr.HipApi")
@Label("HIP API Call")
@Description("A call of the HIP API by the program, on the host")
@Category({"GPU", "ROCm"})
@StackTrace(false)
@Threshold("0 ns")
public final class HipApiEvent extends ResultsEvent {
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
      "The error that the call returned. Empty for success and for hipErrorNotReady. unknown if"
          + " the runtime does not tell it, or was not asked (setting results)")
  public String result;

  @Label("Device")
  @Description("The HIP ordinal of the device, -1 if unknown")
  public int device;

  @Label("Stream")
  @Description(
      "The number of the stream. It stays the same while the stream is recorded. Each thread's"
          + " own hipStreamPerThread has one, too. 0 is the default stream, -1 is none or"
          + " unknown")
  public int stream;

  @Label("Bytes")
  @Description("The bytes that the call moves, fills or allocates; 0 where it has no size")
  @DataAmount
  public long bytes;

  @Label("Kernel")
  @Description("The demangled name of the kernel that the call launches; null for other calls")
  public String kernel;

  /**
   * Whether {@link #operations} lets this function through; set by the drain, once per function.
   */
  public transient boolean accepted = true;

  /** The filter on functions: a comma-separated list of globs. */
  @SettingDefinition
  @Name("operations")
  @Label("Operations")
  @Description("Comma-separated globs of the functions to record, e.g. hipMemcpy*,hipLaunchKernel")
  boolean operations(OperationsSetting setting) {
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
