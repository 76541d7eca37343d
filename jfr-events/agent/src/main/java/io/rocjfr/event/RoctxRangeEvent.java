// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** A range that the program named, from push to pop or from start to stop. */
@Name("rocjfr.RoctxRange")
@Label("roctx Range")
@Description("A named range of the program, from push to pop or from start to stop")
@Category({"GPU", "ROCm"})
@StackTrace(false)
@Threshold("0 ns")
public final class RoctxRangeEvent extends ActivityEvent {
  private static final VarHandle START = timeField(MethodHandles.lookup(), "startTime");
  private static final VarHandle DURATION = timeField(MethodHandles.lookup(), "duration");

  @Label("Message")
  @Description("The name of the range")
  public String message;

  @Label("Depth")
  @Description("The number of pushed ranges of the thread around this one. 0 for start/stop ranges")
  public int depth;

  @Label("Range Id")
  @Description("The id of a start/stop range; 0 for push/pop")
  public long rangeId;

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
