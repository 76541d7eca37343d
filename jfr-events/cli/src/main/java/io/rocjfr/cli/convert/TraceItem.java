// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.convert;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** What is written of one event, as bytes that may lie in a file until their time comes. */
final class TraceItem {
  /** What it is. */
  enum Kind {
    SLICE('s'),
    INSTANT('i'),
    /** A value of a counter. */
    VALUE('v'),
    /** Something was submitted to a queue. */
    SUBMITTED('q');

    private final char letter;

    Kind(char letter) {
      this.letter = letter;
    }

    static Kind of(char letter) {
      for (Kind one : values()) {
        if (one.letter == letter) {
          return one;
        }
      }
      throw new IllegalArgumentException("kind " + letter);
    }
  }

  /**
   * A field of the event.
   *
   * @param name its number
   * @param value a Long, Double, Boolean or String
   */
  record Argument(int name, Object value) {}

  Kind kind = Kind.SLICE;
  Category category = Category.HIP_API;
  int track;
  String name = "";
  long flow;
  double value;

  /** What a counter of bytes in flight counts while the slice lasts. */
  long bytes;

  final List<Argument> arguments = new ArrayList<>();

  void clear() {
    kind = Kind.SLICE;
    name = "";
    flow = 0;
    value = 0;
    bytes = 0;
    arguments.clear();
  }

  byte[] write(Names names) {
    ByteArrayOutputStream bytesOut = new ByteArrayOutputStream(128);
    try (DataOutputStream out = new DataOutputStream(bytesOut)) {
      out.writeByte(kind.letter);
      out.writeByte(category.number());
      out.writeInt(track);
      writeText(out, names, name);
      out.writeLong(flow);
      out.writeDouble(value);
      out.writeLong(bytes);
      out.writeByte(arguments.size());
      for (Argument argument : arguments) {
        out.writeInt(argument.name);
        if (argument.value instanceof Long number) {
          out.writeByte(0);
          out.writeLong(number);
        } else if (argument.value instanceof Double number) {
          out.writeByte(1);
          out.writeDouble(number);
        } else if (argument.value instanceof Boolean yes) {
          out.writeByte(yes ? 3 : 2);
        } else {
          out.writeByte(4);
          writeText(out, names, argument.value.toString());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytesOut.toByteArray();
  }

  private static void writeText(DataOutputStream out, Names names, String text) throws IOException {
    int number = names.of(text);
    out.writeInt(number);
    if (number < 0) {
      out.writeUTF(text.length() > 16_000 ? text.substring(0, 16_000) : text);
    }
  }

  void read(DataInputStream in, Names names) throws IOException {
    clear();
    kind = Kind.of((char) in.readByte());
    category = Category.of(in.readByte());
    track = in.readInt();
    name = readText(in, names);
    flow = in.readLong();
    value = in.readDouble();
    bytes = in.readLong();
    int count = in.readUnsignedByte();
    for (int i = 0; i < count; i++) {
      int of = in.readInt();
      int type = in.readByte();
      Object read =
          switch (type) {
            case 0 -> in.readLong();
            case 1 -> in.readDouble();
            case 2, 3 -> type == 3;
            default -> readText(in, names);
          };
      arguments.add(new Argument(of, read));
    }
  }

  private static String readText(DataInputStream in, Names names) throws IOException {
    int number = in.readInt();
    return number < 0 ? in.readUTF() : names.text(number);
  }
}
