// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A HIP call whose work had not been reported at the end of a chunk, after its Tracer Status. */
@Name("rocjfr.PendingCall")
@Label("Pending Call")
@Description(
    "A HIP call whose work had not been reported at the end of a chunk. At most 4096"
        + " for each chunk")
@Category({"GPU", "ROCm"})
@StackTrace(false)
public final class PendingCallEvent extends Event {
  @Label("Look")
  @Description("The number (look) of the Tracer Status to which this call belongs")
  public long look;

  @Label("Correlation Id")
  @Description("The correlation id of the HIP call")
  @CorrelationId
  public long correlationId;

  @Label("Pieces")
  @Description("The pieces of its work that were not reported")
  public long pieces;

  @Label("Device")
  @Description("HIP's ordinal of the device, -1 if unknown")
  public int device;

  @Label("State")
  @Description(
      "The state of the stream. busy: it still had work. finished: it had no work left, but HIP"
          + " had not reported that. unasked: the tracer cannot ask it, or has not asked yet")
  public String state;

  @Label("Single")
  @Description(
      "Whether the call has submitted only this piece so far. false if that is unknown, as on"
          + " HIP 5.2")
  public boolean single;
}
