// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/** Activity records that were dropped since the last event of this domain and cause. */
@Name("rocjfr.RecordsLost")
@Label("Records Lost")
@Description("Activity records that were dropped since the last event of this domain and cause")
@Category({"GPU", "ROCm"})
@StackTrace(false)
@Period("endChunk")
public final class RecordsLostEvent extends Event {
  @Label("Domain")
  @Description("The domain of the records: HipApi, HipOps, Roctx or All")
  public String domain;

  @Label("Cause")
  @Description(
      "The cause of the loss: ringFull, threadLimit, inFlight, losslessWait, rangeLimit, exit,"
          + " undecoded, uncommitted, hookTimeout, listener")
  public String cause;

  @Label("Count")
  @Description("How many records were lost")
  public long count;
}
