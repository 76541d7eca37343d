// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.harness;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A message of OTLP's protocol buffers: its fields by number. */
final class OtlpMessage {
  private final Map<Integer, List<byte[]>> bytes = new TreeMap<>();
  private final Map<Integer, Long> numbers = new TreeMap<>();

  private OtlpMessage() {}

  static OtlpMessage of(byte[] encoded) {
    OtlpMessage message = new OtlpMessage();
    ByteBuffer in = ByteBuffer.wrap(encoded).order(ByteOrder.LITTLE_ENDIAN);
    while (in.hasRemaining()) {
      long key = varint(in);
      int field = (int) (key >>> 3);
      switch ((int) key & 7) {
        case 0 -> message.numbers.put(field, varint(in));
        case 1 -> message.numbers.put(field, in.getLong());
        case 2 -> {
          byte[] value = new byte[(int) varint(in)];
          in.get(value);
          message.bytes.computeIfAbsent(field, number -> new ArrayList<>()).add(value);
        }
        default -> message.numbers.put(field, (long) in.getInt());
      }
    }
    return message;
  }

  static long varint(ByteBuffer message) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = message.get();
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  private List<byte[]> all(int field) {
    return bytes.getOrDefault(field, List.of());
  }

  List<OtlpMessage> messages(int field) {
    return all(field).stream().map(OtlpMessage::of).toList();
  }

  String text(int field) {
    return all(field).isEmpty() ? "" : new String(all(field).get(0), StandardCharsets.UTF_8);
  }

  String hex(int field) {
    return all(field).isEmpty() ? "" : HexFormat.of().formatHex(all(field).get(0));
  }

  long number(int field) {
    return numbers.getOrDefault(field, 0L);
  }

  /** A list of KeyValue: each AnyValue as text. */
  Map<String, String> attributes(int field) {
    Map<String, String> attributes = new TreeMap<>();
    for (OtlpMessage attribute : messages(field)) {
      attributes.put(attribute.text(1), attribute.messages(2).get(0).value());
    }
    return attributes;
  }

  private String value() {
    if (!all(5).isEmpty()) {
      return messages(5).get(0).messages(1).stream().map(OtlpMessage::value).toList().toString();
    }
    return numbers.isEmpty() ? text(1) : numbers.values().iterator().next().toString();
  }
}
