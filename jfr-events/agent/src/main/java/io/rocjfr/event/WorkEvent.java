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
  @Description("HIP or OpenCL: through which the work was submitted")
  public String api;

  @Label("Device Name")
  @Description("The device as OpenCL names it; null for HIP")
  public String deviceName;

  @Label("Queue Delay")
  @Description(
      "From when the work was enqueued to its begin, by the device's clock; none where that is not"
          + " told, as by HIP")
  @Timespan(Timespan.NANOSECONDS)
  public long queueDelay = UNKNOWN;

  @Label("Submit Delay")
  @Description(
      "From when the work was submitted to the device to its begin, by its clock; none where that"
          + " is not told, as by HIP")
  @Timespan(Timespan.NANOSECONDS)
  public long submitDelay = UNKNOWN;

  @Label("Timed")
  @Description(
      "Whether the times are the device's; false for a command queue of OpenCL without profiling,"
          + " and where HIP gives times that cannot be: then the event stands, without a length, where"
          + " the host saw the end of the work, or HIP its begin")
  public boolean timed = true;
}
