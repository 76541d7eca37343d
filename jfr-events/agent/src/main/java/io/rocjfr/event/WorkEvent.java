// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Timespan;

/** Work of a device that a call submitted. */
public abstract class WorkEvent extends ActivityEvent {
  /** How JFR says that there is no time span: jfr print shows N/A. */
  public static final long UNKNOWN = Long.MIN_VALUE;

  @Label("API")
  @Description("The API through which the work was submitted: HIP or OpenCL")
  public String api;

  @Label("Device Name")
  @Description("The device as OpenCL names it; null for HIP")
  public String deviceName;

  @Label("Queue Delay")
  @Description(
      "The time from the enqueue of the work to its begin, by the device's clock. Absent if"
          + " unknown, and always for HIP")
  @Timespan(Timespan.NANOSECONDS)
  public long queueDelay = UNKNOWN;

  @Label("Submit Delay")
  @Description(
      "The time from the submission of the work to the device to its begin, by the device's"
          + " clock. Absent if unknown, and always for HIP")
  @Timespan(Timespan.NANOSECONDS)
  public long submitDelay = UNKNOWN;

  @Label("Timed")
  @Description(
      "Whether the times are the device's. false for an OpenCL queue without profiling, and if"
          + " HIP gives impossible times. The event then has no length. Its time is the end of"
          + " the work as the host saw it, or its begin as HIP gives it")
  public boolean timed = true;
}
