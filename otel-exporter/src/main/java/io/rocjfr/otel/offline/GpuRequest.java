// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

import io.opentelemetry.api.trace.SpanId;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceId;
import io.opentelemetry.exporter.internal.marshal.CodedOutputStream;
import io.opentelemetry.exporter.internal.marshal.Marshaler;
import io.opentelemetry.exporter.internal.marshal.MarshalerUtil;
import io.opentelemetry.exporter.internal.marshal.ProtoFieldInfo;
import io.opentelemetry.exporter.internal.marshal.Serializer;
import io.opentelemetry.exporter.internal.otlp.InstrumentationScopeMarshaler;
import io.opentelemetry.exporter.internal.otlp.ResourceMarshaler;
import io.opentelemetry.exporter.internal.otlp.traces.SpanFlags;
import io.opentelemetry.proto.collector.trace.v1.internal.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.internal.AnyValue;
import io.opentelemetry.proto.common.v1.internal.KeyValue;
import io.opentelemetry.proto.trace.v1.internal.ResourceSpans;
import io.opentelemetry.proto.trace.v1.internal.ScopeSpans;
import io.opentelemetry.proto.trace.v1.internal.Span;
import io.opentelemetry.proto.trace.v1.internal.Status;
import io.opentelemetry.sdk.resources.Resource;
import io.rocjfr.otel.span.GpuSpan;
import io.rocjfr.otel.span.SpanAttributes;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * An OTLP request of GPU spans: the bytes that the SDK's marshaler makes of them, which a test
 * compares, quicker. What many spans share is encoded once ({@link RequestParts}), and ids are
 * numbers all the way. Made on one thread; written by any, as often as need be.
 */
public final class GpuRequest extends Marshaler {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final int ID_SIZE = MarshalerUtil.sizeSpanId(Span.SPAN_ID, SpanId.getInvalid());
  private static final int FLAGS_SIZE = MarshalerUtil.sizeFixed32(Span.FLAGS, 1);

  /** Of every span, beside the parent, the name, the times and the attributes. */
  private static final int FIXED_SIZE =
      MarshalerUtil.sizeTraceId(Span.TRACE_ID, TraceId.getInvalid())
          + ID_SIZE
          + MarshalerUtil.sizeEnum(Span.KIND, Span.SpanKind.SPAN_KIND_INTERNAL)
          + FLAGS_SIZE;

  private static final byte[] STATUS = RequestParts.message(Span.STATUS, new Empty());
  private static final byte[] FAILED = RequestParts.message(Span.STATUS, new ErrorStatus());
  private static final byte[] SCOPE =
      RequestParts.message(ScopeSpans.SCOPE, InstrumentationScopeMarshaler.create(GpuSpan.SCOPE));

  /** A message without fields. */
  private static final class Empty extends Marshaler {
    @Override
    public int getBinarySerializedSize() {
      return 0;
    }

    @Override
    protected void writeTo(Serializer output) {
      // It has none.
    }
  }

  /** Makes requests; what their spans share is encoded once for all of them. For one thread. */
  public static final class Maker {
    private final RequestParts parts = new RequestParts();

    /** The request that exports these spans. */
    public GpuRequest request(List<GpuSpan> spans) {
      return new GpuRequest(spans, parts);
    }
  }

  /** A status that says no more than that it is an error. */
  private static final class ErrorStatus extends Marshaler {
    @Override
    public int getBinarySerializedSize() {
      return MarshalerUtil.sizeEnum(Status.CODE, Status.StatusCode.STATUS_CODE_ERROR);
    }

    @Override
    protected void writeTo(Serializer output) throws IOException {
      output.serializeEnum(Status.CODE, Status.StatusCode.STATUS_CODE_ERROR);
    }
  }

  private static byte[] status(GpuSpan span) {
    return span.failed() ? FAILED : STATUS;
  }

  /** The spans of one resource. */
  private static final class Group {
    final Resource resource;
    final byte[] head;
    final byte[] tail;
    final List<GpuSpan> spans = new ArrayList<>();
    final List<byte[]> pieces = new ArrayList<>();
    int[] sizes;
    int scopeSize;
    int size;

    Group(Resource resource) {
      this.resource = resource;
      head = RequestParts.message(ResourceSpans.RESOURCE, ResourceMarshaler.create(resource));
      tail = RequestParts.text(ResourceSpans.SCHEMA_URL, resource.getSchemaUrl());
    }

    void measure(RequestParts parts) {
      sizes = new int[spans.size()];
      scopeSize = SCOPE.length;
      for (int i = 0; i < sizes.length; i++) {
        sizes[i] = measure(spans.get(i), parts);
        scopeSize += sizeMessage(ScopeSpans.SPANS, sizes[i]);
      }
      size = head.length + sizeMessage(ResourceSpans.SCOPE_SPANS, scopeSize) + tail.length;
    }

    private int measure(GpuSpan span, RequestParts parts) {
      byte[] name = parts.name(span.getName());
      pieces.add(name);
      int total =
          FIXED_SIZE + status(span).length + name.length + (span.parentId() == 0 ? 0 : ID_SIZE);
      total +=
          MarshalerUtil.sizeUInt32(Span.DROPPED_ATTRIBUTES_COUNT, span.getAttributes().dropped());
      total += MarshalerUtil.sizeFixed64(Span.START_TIME_UNIX_NANO, span.getStartEpochNanos());
      total += MarshalerUtil.sizeFixed64(Span.END_TIME_UNIX_NANO, span.getEndEpochNanos());
      SpanAttributes attributes = span.getAttributes();
      RequestParts.OfKey[] shape = parts.shape(attributes.keys());
      for (int i = 0; i < shape.length; i++) {
        Object value = attributes.value(i);
        if (value instanceof Long number) {
          pieces.add(shape[i].name);
          total += sizeMessage(Span.ATTRIBUTES, numberSize(shape[i].name, number));
        } else if (value != null) {
          byte[] piece = shape[i].value(value);
          pieces.add(piece);
          total += piece.length;
        }
      }
      return total;
    }

    void write(Serializer output) throws IOException {
      output.writeSerializedMessage(head, null);
      output.writeStartRepeatedElement(ResourceSpans.SCOPE_SPANS, scopeSize);
      output.writeSerializedMessage(SCOPE, null);
      byte[] id = new byte[8];
      byte[] traceId = new byte[16];
      int at = 0;
      for (int i = 0; i < sizes.length; i++) {
        GpuSpan span = spans.get(i);
        output.writeStartRepeatedElement(ScopeSpans.SPANS, sizes[i]);
        LONGS.set(traceId, 0, span.traceIdHigh());
        LONGS.set(traceId, 8, span.traceIdLow());
        output.writeBytes(Span.TRACE_ID, traceId);
        writeId(output, Span.SPAN_ID, span.id(), id);
        if (span.parentId() != 0) {
          writeId(output, Span.PARENT_SPAN_ID, span.parentId(), id);
        }
        output.writeSerializedMessage(pieces.get(at++), null);
        output.serializeEnum(Span.KIND, Span.SpanKind.SPAN_KIND_INTERNAL);
        output.serializeFixed64(Span.START_TIME_UNIX_NANO, span.getStartEpochNanos());
        output.serializeFixed64(Span.END_TIME_UNIX_NANO, span.getEndEpochNanos());
        at = writeAttributes(output, span.getAttributes(), at);
        output.serializeUInt32(Span.DROPPED_ATTRIBUTES_COUNT, span.getAttributes().dropped());
        output.writeSerializedMessage(status(span), null);
        output.serializeFixed32(Span.FLAGS, flags(span));
        output.writeEndRepeatedElement();
      }
      output.writeEndRepeatedElement();
      output.writeSerializedMessage(tail, null);
    }

    private int writeAttributes(Serializer output, SpanAttributes attributes, int from)
        throws IOException {
      int at = from;
      for (int i = 0; i < attributes.keys().length; i++) {
        Object value = attributes.value(i);
        if (value == null) {
          continue;
        }
        byte[] piece = pieces.get(at++);
        if (value instanceof Long number) {
          output.writeStartRepeatedElement(Span.ATTRIBUTES, numberSize(piece, number));
          output.writeSerializedMessage(piece, null);
          output.writeStartRepeatedElement(KeyValue.VALUE, numberSize(number));
          output.writeInt64(AnyValue.INT_VALUE, number);
        } else {
          output.writeSerializedMessage(piece, null);
        }
      }
      return at;
    }
  }

  private final List<Group> groups = new ArrayList<>();
  private int size;

  private GpuRequest(List<GpuSpan> spans, RequestParts parts) {
    for (GpuSpan span : spans) {
      group(span.getResource()).spans.add(span);
    }
    for (Group group : groups) {
      group.measure(parts);
      size += sizeMessage(ExportTraceServiceRequest.RESOURCE_SPANS, group.size);
    }
  }

  /** There are few: one for the process, and one for each device. */
  private Group group(Resource resource) {
    for (Group group : groups) {
      if (group.resource == resource) {
        return group;
      }
    }
    Group group = new Group(resource);
    groups.add(group);
    return group;
  }

  @Override
  public int getBinarySerializedSize() {
    return size;
  }

  @Override
  protected void writeTo(Serializer output) throws IOException {
    for (Group group : groups) {
      output.writeStartRepeatedElement(ExportTraceServiceRequest.RESOURCE_SPANS, group.size);
      group.write(output);
      output.writeEndRepeatedElement();
    }
  }

  private static void writeId(Serializer output, ProtoFieldInfo field, long id, byte[] buffer)
      throws IOException {
    LONGS.set(buffer, 0, id);
    output.writeBytes(field, buffer);
  }

  private static int flags(GpuSpan span) {
    return SpanFlags.withParentIsRemoteFlags(
        TraceFlags.fromByte(span.traceFlags()), span.isParentRemote());
  }

  private static int sizeMessage(ProtoFieldInfo field, int content) {
    return field.getTagSize() + CodedOutputStream.computeUInt32SizeNoTag(content) + content;
  }

  /** Of the message of an attribute that is a number. */
  private static int numberSize(byte[] name, long number) {
    return name.length + sizeMessage(KeyValue.VALUE, numberSize(number));
  }

  private static int numberSize(long number) {
    return AnyValue.INT_VALUE.getTagSize() + CodedOutputStream.computeInt64SizeNoTag(number);
  }
}
