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
  private final GpuAttributes attributes;
  private final boolean failed;
  private final Resource resource;

  /** {@code parentId}: of a span of the same trace; 0 for none. */
  GpuSpan(
      String name,
      GpuSpanContext context,
      long parentId,
      long begin,
      long end,
      GpuAttributes attributes,
      Resource resource) {
    this.name = name;
    this.context = context;
    this.parent = parentId == 0 ? SpanContext.getInvalid() : context.sibling(parentId);
    this.parentId = parentId;
    this.begin = begin;
    this.end = end;
    this.attributes = attributes;
    this.failed = attributes.get(GpuAttributes.ERROR_TYPE) != null;
    this.resource = resource;
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
    return failed;
  }

  /** Of a call that failed: what tells failures apart, the function and the error. */
  String failure() {
    return name + ' ' + attributes.get(GpuAttributes.ERROR_TYPE);
  }

  private Object type() {
    return attributes.value(0); // all shapes begin with it
  }

  boolean isCall() {
    return type() == SpanShapes.CALL;
  }

  boolean isMarker() {
    return type() == SpanShapes.MARK;
  }

  boolean isWork() {
    return type() == SpanShapes.KERNEL || type() == SpanShapes.MEMCPY;
  }

  /** The same under another span of its trace; 0 for none. */
  GpuSpan under(long otherParentId) {
    return new GpuSpan(name, context, otherParentId, begin, end, attributes, resource);
  }

  @Override
  public StatusData getStatus() {
    return failed ? StatusData.error() : StatusData.unset();
  }

  @Override
  public long getStartEpochNanos() {
    return begin;
  }

  @Override
  public GpuAttributes getAttributes() {
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
    return attributes.size();
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
