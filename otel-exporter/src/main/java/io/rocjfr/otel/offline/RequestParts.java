// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.exporter.internal.marshal.Marshaler;
import io.opentelemetry.exporter.internal.marshal.MarshalerUtil;
import io.opentelemetry.exporter.internal.marshal.ProtoFieldInfo;
import io.opentelemetry.exporter.internal.marshal.Serializer;
import io.opentelemetry.exporter.internal.otlp.KeyValueMarshaler;
import io.opentelemetry.proto.common.v1.internal.KeyValue;
import io.opentelemetry.proto.trace.v1.internal.Span;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Encoded pieces of spans that many spans share: names, and attributes with the same value. The
 * SDK's marshalers make each of them once. Bounded. For one thread.
 */
final class RequestParts {
  /** Of names, and of the values of one attribute: messages may all differ. */
  private static final int MOST = 4096;

  /** What the spans of one attribute share. */
  static final class OfKey {
    private final AttributeKey<?> key;

    /** The field {@code key} of the attribute's message. */
    final byte[] name;

    private final Map<Object, byte[]> values = new HashMap<>();

    private OfKey(AttributeKey<?> key) {
      this.key = key;
      name = text(KeyValue.KEY, key.getKey());
    }

    /** The attribute with this value, as a field of a span. */
    @SuppressWarnings("unchecked") // a value is of its key's type
    byte[] value(Object value) {
      byte[] found = values.get(value);
      if (found == null) {
        bound(values);
        Attributes one = Attributes.of((AttributeKey<Object>) key, value);
        found = message(Span.ATTRIBUTES, KeyValueMarshaler.createForAttributes(one)[0]);
        values.put(value, found);
      }
      return found;
    }
  }

  private final Map<String, byte[]> names = new HashMap<>();
  private final IdentityHashMap<AttributeKey<?>, OfKey> keys = new IdentityHashMap<>();
  private final IdentityHashMap<AttributeKey<?>[], OfKey[]> shapes = new IdentityHashMap<>();

  /** A span's name, as a field of it. */
  byte[] name(String name) {
    byte[] found = names.get(name);
    if (found == null) {
      bound(names);
      found = text(Span.NAME, name);
      names.put(name, found);
    }
    return found;
  }

  /** What the spans with these attributes share, in their order. */
  OfKey[] shape(AttributeKey<?>[] shape) {
    OfKey[] found = shapes.get(shape);
    if (found == null) {
      found = new OfKey[shape.length];
      for (int i = 0; i < shape.length; i++) {
        found[i] = keys.computeIfAbsent(shape[i], OfKey::new);
      }
      shapes.put(shape, found);
    }
    return found;
  }

  private static void bound(Map<?, ?> map) {
    if (map.size() >= MOST) {
      map.clear();
    }
  }

  /** A field that is a message. */
  static byte[] message(ProtoFieldInfo field, Marshaler message) {
    int size = MarshalerUtil.sizeMessage(field, message);
    return encode(size, output -> output.serializeMessage(field, message));
  }

  /** A field that is a text; nothing for null and the empty text. */
  static byte[] text(ProtoFieldInfo field, String text) {
    byte[] utf8 = text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
    int size = MarshalerUtil.sizeBytes(field, utf8);
    return encode(size, output -> output.serializeString(field, utf8));
  }

  @FunctionalInterface
  private interface Writing {
    void to(Serializer output) throws IOException;
  }

  private static byte[] encode(int size, Writing writing) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(size);
    Marshaler marshaler =
        new Marshaler() {
          @Override
          public int getBinarySerializedSize() {
            return size;
          }

          @Override
          protected void writeTo(Serializer output) throws IOException {
            writing.to(output);
          }
        };
    try {
      marshaler.writeBinaryTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // there is none in memory
    }
    return out.toByteArray();
  }
}
