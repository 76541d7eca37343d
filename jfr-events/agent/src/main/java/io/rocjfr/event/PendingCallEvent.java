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
@Description("A HIP call whose work had not been reported at the end of a chunk, 4096 at most")
@Category({"GPU", "ROCm"})
@StackTrace(false)
public final class PendingCallEvent extends Event {
  @Label("Look")
  @Description("That of the Tracer Status that this call belongs to")
  public long look;

  @Label("Correlation Id")
  @Description("That of the HIP call")
  @CorrelationId
  public long correlationId;

  @Label("Pieces")
  @Description("Pieces of its work that were not reported")
  public long pieces;

  @Label("Device")
  @Description("HIP's ordinal of the device, -1 if it is not known")
  public int device;

  @Label("State")
  @Description(
      "busy: its stream still had work to do; finished: its stream had none, HIP had yet to report"
          + " it; unasked: its stream cannot be asked, or was not yet")
  public String state;

  @Label("Single")
  @Description(
      "Whether the call has submitted nothing but this piece so far; false if that is not known, as"
          + " on HIP 5.2")
  public boolean single;
}
