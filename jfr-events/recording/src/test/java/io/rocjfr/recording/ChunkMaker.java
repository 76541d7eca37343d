// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Makes a chunk byte by byte, of which everything can be wrong. */
final class ChunkMaker {
  /** An element of the metadata: its name, and pairs of attributes. */
  record Element(String name, List<String> attributes, List<Element> children) {
    static Element of(String name, Object... parts) {
      List<String> attributes = new ArrayList<>();
      List<Element> children = new ArrayList<>();
      for (Object part : parts) {
        if (part instanceof Element child) {
          children.add(child);
        } else {
          attributes.add(part.toString());
        }
      }
      return new Element(name, attributes, children);
    }
  }

  static final long EVENT = 100;
  static final long TEXT = 101;
  static final long INT = 102;
  static final long LONG = 103;

  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private long metadata;
  private long constants;

  /** Numbers are as the format has them; strings are a length and bytes. */
  static byte[] bytes(Object... values) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (Object value : values) {
      if (value instanceof Number number) {
        number(out, number.longValue());
      } else if (value instanceof byte[] raw) {
        out.writeBytes(raw);
      } else {
        byte[] text = value.toString().getBytes(StandardCharsets.UTF_8);
        number(out, text.length);
        out.writeBytes(text);
      }
    }
    return out.toByteArray();
  }

  private static void number(ByteArrayOutputStream out, long value) {
    long rest = value;
    for (int i = 0; i < 8 && (rest & ~0x7fL) != 0; i++, rest >>>= 7) {
      out.write((int) (rest | 0x80));
    }
    out.write((int) rest);
  }

  /** Where the next event begins in the chunk. */
  long here() {
    return (long) ChunkReader.HEADER_BYTES + body.size();
  }

  /** An event that says its true size, in two bytes or four. */
  ChunkMaker event(Object... values) {
    byte[] rest = bytes(values);
    int size = rest.length + 2;
    if (size > 0x3fff) {
      size += 2;
      body.write(size | 0x80);
      body.write(size >>> 7 | 0x80);
      body.write(size >>> 14 | 0x80);
      body.write(size >>> 21);
    } else {
      body.write(size | 0x80);
      body.write(size >>> 7);
    }
    body.writeBytes(rest);
    return this;
  }

  /** An event of that type. */
  ChunkMaker event(String text) {
    return event(EVENT, 5, new byte[] {3}, text);
  }

  /** What there is as it is. */
  ChunkMaker raw(Object... values) {
    body.writeBytes(bytes(values));
    return this;
  }

  /** Constants that none come before. */
  ChunkMaker constants() {
    return constants(0, 0);
  }

  /** There are constants already, the last ones so far from here. */
  ChunkMaker constantsAt(long delta) {
    constants = here() + delta;
    return this;
  }

  /** There are metadata already, at that place. */
  ChunkMaker metadataAt(long place) {
    metadata = place;
    return this;
  }

  ChunkMaker constants(long delta, int pools, Object... values) {
    constants = here();
    return event(1, 0, 0, delta, new byte[] {0}, pools, bytes(values));
  }

  /** The types that all need, and others. */
  ChunkMaker metadata(Element... types) {
    List<Element> all = new ArrayList<>();
    all.add(Element.of("class", "id", TEXT, "name", "java.lang.String"));
    all.add(Element.of("class", "id", INT, "name", "int"));
    all.add(Element.of("class", "id", LONG, "name", "long"));
    all.add(
        Element.of(
            "class",
            "id",
            EVENT,
            "name",
            "rocjfr.Test",
            "superType",
            "jdk.jfr.Event",
            Element.of("field", "name", "startTime", "class", LONG),
            Element.of("field", "name", "text", "class", TEXT)));
    all.addAll(List.of(types));
    return metadata(
        Element.of(
            "root",
            Element.of("metadata", all.toArray()),
            Element.of("region", "locale", "en", "gmtOffset", 0)));
  }

  /** No types, but a string. */
  ChunkMaker metadata(String more) {
    return metadata(Element.of("root", "more", more));
  }

  /** No types, but so many strings. */
  ChunkMaker metadata(int strings) {
    metadata = here();
    byte[] pool = new byte[strings];
    Arrays.fill(pool, (byte) 1);
    return event(0, 0, 0, 1, strings, pool, bytes(0, 0, 0));
  }

  ChunkMaker metadata(Element root) {
    metadata = here();
    List<String> strings = new ArrayList<>();
    byte[] tree = tree(root, strings);
    ByteArrayOutputStream pool = new ByteArrayOutputStream();
    strings.forEach(text -> pool.writeBytes(bytes(new byte[] {3}, text)));
    return event(0, 0, 0, 1, strings.size(), pool.toByteArray(), tree);
  }

  private static byte[] tree(Element element, List<String> strings) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    number(out, index(element.name(), strings));
    number(out, element.attributes().size() / 2);
    element.attributes().forEach(text -> number(out, index(text, strings)));
    number(out, element.children().size());
    element.children().forEach(child -> out.writeBytes(tree(child, strings)));
    return out.toByteArray();
  }

  private static int index(String text, List<String> strings) {
    if (!strings.contains(text)) {
      strings.add(text);
    }
    return strings.indexOf(text);
  }

  /** The chunk. */
  byte[] make() {
    ByteBuffer all = ByteBuffer.allocate((int) here());
    all.putInt(ChunkReader.MAGIC).putShort((short) 2).putShort((short) 1);
    all.putLong(here()).putLong(constants).putLong(metadata);
    all.putLong(1_790_000_000_000_000_000L)
        .putLong(1_000_000_000)
        .putLong(0)
        .putLong(1_000_000_000);
    all.putInt(0).put(body.toByteArray());
    return all.array();
  }
}
