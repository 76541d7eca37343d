// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;

/** A span context of numbers; its texts are made when they are asked for. */
final class GpuSpanContext implements SpanContext {
  final long traceHigh;
  final long traceLow;
  final long span;
  final byte flags;
  private final boolean isRemote;

  GpuSpanContext(long traceHigh, long traceLow, long span, int flags) {
    this(traceHigh, traceLow, span, flags, false);
  }

  private GpuSpanContext(long traceHigh, long traceLow, long span, int flags, boolean isRemote) {
    this.traceHigh = traceHigh;
    this.traceLow = traceLow;
    this.span = span;
    this.flags = (byte) flags;
    this.isRemote = isRemote;
  }

  /** Another span of the same trace. */
  GpuSpanContext sibling(long other, boolean remote) {
    return new GpuSpanContext(traceHigh, traceLow, other, flags, remote);
  }

  @Override
  public String getTraceId() {
    return HexIds.format(traceHigh, traceLow);
  }

  @Override
  public String getSpanId() {
    return HexIds.format(span);
  }

  @Override
  public TraceFlags getTraceFlags() {
    return TraceFlags.fromByte(flags);
  }

  @Override
  public TraceState getTraceState() {
    return TraceState.getDefault();
  }

  @Override
  public boolean isValid() {
    return true;
  }

  @Override
  public boolean isRemote() {
    return isRemote;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SpanContext context
        && context.getSpanId().equals(getSpanId())
        && context.getTraceId().equals(getTraceId());
  }

  @Override
  public int hashCode() {
    return Long.hashCode(span);
  }

  @Override
  public String toString() {
    return getTraceId() + "/" + getSpanId();
  }
}
