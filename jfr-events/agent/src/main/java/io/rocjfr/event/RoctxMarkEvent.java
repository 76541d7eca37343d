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

/** A point in time that the program named. */
@Name("rocjfr.RoctxMark")
@Label("roctx Mark")
@Description("A point in time to which the program gave a name")
@Category({"GPU", "ROCm"})
@StackTrace(false)
@Threshold("0 ns")
public final class RoctxMarkEvent extends ActivityEvent {
  private static final VarHandle START = timeField(MethodHandles.lookup(), "startTime");
  private static final VarHandle DURATION = timeField(MethodHandles.lookup(), "duration");

  @Label("Message")
  @Description("The name of the mark")
  public String message;

  @Label("Depth")
  @Description("The number of pushed ranges of the thread around the mark")
  public int depth;

  @Label("Range Id")
  @Description("Always 0, because a mark is not a range")
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
