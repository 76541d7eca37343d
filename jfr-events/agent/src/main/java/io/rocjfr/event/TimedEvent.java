// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import jdk.jfr.Event;

/** An event whose start and duration are set rather than measured. */
public abstract class TimedEvent extends Event {

  /**
   * Sets when this happened, in JFR ticks.
   *
   * @param startTicks the begin; greater than 0, since 0 means "not begun"
   * @param durationTicks at least 1, since JFR replaces 0 by "until now"
   */
  public abstract void setTimes(long startTicks, long durationTicks);

  /** The start in JFR ticks; after {@link #begin()} this is the present tick. */
  public abstract long startTicks();

  /** HotSpot adds the fields to each event class itself; only a lookup of that class sees them. */
  static VarHandle timeField(MethodHandles.Lookup lookup, String name) {
    try {
      return lookup.findVarHandle(lookup.lookupClass(), name, long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
