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

/** Which trace a span belongs to whose id is an external id of other events. */
@Name("rocjfr.SpanContext")
@Label("Span Context")
@Description(
    "A span of OpenTelemetry, and its trace. The id of the span is the external id of"
        + " other events")
@Category({"GPU", "ROCm"})
@StackTrace(false)
@Period("everyChunk")
public final class SpanContextEvent extends Event {
  @ExternalCorrelationId
  @Label("External Id")
  @Description("The id of the span. It is the externalId of the activity that belongs to the span")
  public long externalId;

  @SpanId
  @Label("Span Id")
  @Description("The same id")
  public long spanId;

  @Label("Span Id, Hexadecimal")
  @Description("The id of the span as tracing tools show it: 16 hexadecimal digits")
  public String spanIdHex;

  @Label("Trace Id")
  @Description("The id of the trace as tracing tools show it: 32 hexadecimal digits")
  public String traceId;

  @Label("Trace Id, High")
  @Description("The upper 64 bits of the trace id")
  public long traceIdHigh;

  @Label("Trace Id, Low")
  @Description("The lower 64 bits of the trace id")
  public long traceIdLow;

  @Label("Trace Flags")
  @Description("The flags of the W3C trace context. 512: the span is from another process")
  public int traceFlags;
}
