// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.util.List;

/** A finished span, as exporters take it. Immutable. */
public final class GpuSpan implements SpanData {
  /** The instrumentation scope of all spans of ours. */
  public static final InstrumentationScopeInfo SCOPE = scope();

  private final String name;
  private final GpuSpanContext context;
  private final SpanContext parent;
  private final long parentId;
  private final long begin;
  private final long end;
  private final SpanAttributes attributes;

  // Of the attributes, whatever limits leave of them.
  private final Object type;
  private final String error;
  private final long correlationId;

  private final Resource resource;

  /**
   * Makes one.
   *
   * @param parentId of a span of the same trace; 0 for none
   * @param isParentRemote whether that is of another process
   * @param all its attributes, before limits
   */
  GpuSpan(
      String name,
      GpuSpanContext context,
      long parentId,
      boolean isParentRemote,
      long begin,
      long end,
      SpanAttributes all,
      AttributeLimits limits,
      Resource resource) {
    this.name = name;
    this.context = context;
    this.parent = parent(context, parentId, isParentRemote);
    this.parentId = parentId;
    this.begin = begin;
    this.end = end;
    this.attributes = limits.apply(all);
    this.type = all.value(0); // all shapes begin with it
    this.error = all.get(SpanAttributes.ERROR_TYPE);
    Long id = type == SpanShapes.MARK ? null : all.get(SpanAttributes.CORRELATION);
    this.correlationId = id == null ? 0 : id;
    this.resource = resource;
  }

  /** Another one under another parent. */
  private GpuSpan(GpuSpan other, long parentId, boolean isParentRemote) {
    this.name = other.name;
    this.context = other.context;
    this.parent = parent(context, parentId, isParentRemote);
    this.parentId = parentId;
    this.begin = other.begin;
    this.end = other.end;
    this.attributes = other.attributes;
    this.type = other.type;
    this.error = other.error;
    this.correlationId = other.correlationId;
    this.resource = other.resource;
  }

  private static SpanContext parent(GpuSpanContext of, long id, boolean isRemote) {
    return id == 0 ? SpanContext.getInvalid() : of.sibling(id, isRemote);
  }

  private static InstrumentationScopeInfo scope() {
    String version = GpuSpan.class.getPackage().getImplementationVersion();
    return version == null
        ? InstrumentationScopeInfo.create("io.rocjfr")
        : InstrumentationScopeInfo.builder("io.rocjfr").setVersion(version).build();
  }

  @Override
  public String getName() {
    return name;
  }

  @Override
  public SpanKind getKind() {
    return SpanKind.INTERNAL;
  }

  @Override
  public SpanContext getSpanContext() {
    return context;
  }

  /** The span id as a number. */
  public long id() {
    return context.span;
  }

  /** The parent's span id, 0 if it has none. */
  public long parentId() {
    return parentId;
  }

  /** The upper half of the trace id. */
  public long traceIdHigh() {
    return context.traceHigh;
  }

  /** The lower half. */
  public long traceIdLow() {
    return context.traceLow;
  }

  /** The flags of the W3C trace context. */
  public byte traceFlags() {
    return context.flags;
  }

  @Override
  public SpanContext getParentSpanContext() {
    return parent;
  }

  /** Whether it is of a call that failed. */
  public boolean failed() {
    return error != null;
  }

  /** Of a call that failed: what tells failures apart, the function and the error. */
  String failure() {
    return name + ' ' + error;
  }

  boolean isCall() {
    return type == SpanShapes.CALL;
  }

  boolean isMarker() {
    return type == SpanShapes.MARK;
  }

  boolean isWork() {
    return type == SpanShapes.KERNEL || type == SpanShapes.MEMCPY;
  }

  /** Of a call and of work; else 0. */
  long correlationId() {
    return correlationId;
  }

  /** Whether the parent is of another process. */
  public boolean isParentRemote() {
    return parent.isRemote();
  }

  /** The same under another span of its trace; 0 for none. */
  GpuSpan under(long otherParentId, boolean isRemote) {
    return new GpuSpan(this, otherParentId, isRemote);
  }

  @Override
  public StatusData getStatus() {
    return error != null ? StatusData.error() : StatusData.unset();
  }

  @Override
  public long getStartEpochNanos() {
    return begin;
  }

  @Override
  public SpanAttributes getAttributes() {
    return attributes;
  }

  @Override
  public List<EventData> getEvents() {
    return List.of();
  }

  @Override
  public List<LinkData> getLinks() {
    return List.of();
  }

  @Override
  public long getEndEpochNanos() {
    return end;
  }

  @Override
  public boolean hasEnded() {
    return true;
  }

  @Override
  public int getTotalRecordedEvents() {
    return 0;
  }

  @Override
  public int getTotalRecordedLinks() {
    return 0;
  }

  @Override
  public int getTotalAttributeCount() {
    return attributes.size() + attributes.dropped();
  }

  @Override
  @Deprecated
  @SuppressWarnings({"deprecation", "InlineMeSuggester"}) // the interface's, not ours
  public io.opentelemetry.sdk.common.InstrumentationLibraryInfo getInstrumentationLibraryInfo() {
    return io.opentelemetry.sdk.common.InstrumentationLibraryInfo.create(
        SCOPE.getName(), SCOPE.getVersion());
  }

  @Override
  public InstrumentationScopeInfo getInstrumentationScopeInfo() {
    return SCOPE;
  }

  @Override
  public Resource getResource() {
    return resource;
  }

  @Override
  public String toString() {
    return name + " " + context + " under " + parent + " " + attributes;
  }
}
