// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.fuzz;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Damages recordings, where their format has it hurt most. The same seed damages the same bytes in
 * the same way.
 */
public final class Mutator {
  private static final int HEADER = 68;
  private static final int SIZE_AT = 8;
  private static final int CONSTANTS_AT = 16;
  private static final int METADATA_AT = 24;
  private static final long[] ODD = {
    0,
    1,
    -1,
    67,
    68,
    69,
    127,
    128,
    0xff,
    0xffff,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    1L << 31,
    1L << 32,
    1L << 40,
    1L << 56,
    Long.MAX_VALUE,
    Long.MIN_VALUE
  };

  /** What is done to a recording. */
  public enum Kind {
    HEADER_BYTE,
    HEADER_WORD,
    CHUNK_SIZE,
    CONSTANTS_PLACE,
    METADATA_PLACE,
    CHECKPOINT_DELTA,
    CHECKPOINT_BYTES,
    METADATA_BYTES,
    EVENT_SIZE,
    EVENT_BYTES,
    NUMBER,
    TRUNCATION,
    CHUNK_TWICE,
    PART_TWICE,
    ZEROS,
    ONES,
    STATE
  }

  private final Random random;
  private final List<Kind> done = new ArrayList<>();

  /** Damages by this seed. */
  public Mutator(long seed) {
    random = new Random(seed);
  }

  /** What was done to the latest recording. */
  public List<Kind> done() {
    return done;
  }

  /** A damaged copy of a recording, in one to four places. */
  public byte[] damage(byte[] good) {
    done.clear();
    byte[] bytes = good.clone();
    for (int i = random.nextInt(4); i >= 0; i--) {
      Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
      done.add(kind);
      bytes = damage(bytes, kind);
    }
    return bytes;
  }

  private byte[] damage(byte[] bytes, Kind kind) {
    if (bytes.length <= HEADER + 16) {
      return bytes;
    }
    ByteBuffer all = ByteBuffer.wrap(bytes);
    List<Integer> chunks = chunks(all);
    int chunk = chunks.get(random.nextInt(chunks.size()));
    int constants = place(all, chunk, CONSTANTS_AT);
    int metadata = place(all, chunk, METADATA_AT);
    switch (kind) {
      case HEADER_BYTE -> bytes[chunk + random.nextInt(HEADER)] = (byte) random.nextInt();
      case HEADER_WORD -> all.putLong(chunk + 8 * random.nextInt(8), odd(bytes.length));
      case CHUNK_SIZE -> all.putLong(chunk + SIZE_AT, odd(bytes.length));
      case CONSTANTS_PLACE -> all.putLong(chunk + CONSTANTS_AT, odd(bytes.length));
      case METADATA_PLACE -> all.putLong(chunk + METADATA_AT, odd(bytes.length));
      case CHECKPOINT_DELTA -> delta(bytes, constants);
      case CHECKPOINT_BYTES -> scatter(bytes, constants, Math.max(metadata - constants, 4096));
      case METADATA_BYTES -> scatter(bytes, metadata, bytes.length - metadata);
      case EVENT_SIZE -> event(bytes, chunk + HEADER, bytes.length, false);
      case EVENT_BYTES -> event(bytes, chunk + HEADER, bytes.length, true);
      case NUMBER -> number(bytes, any(bytes), odd(bytes.length));
      case TRUNCATION -> {
        return Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length - 1));
      }
      case CHUNK_TWICE -> {
        return insert(bytes, chunk, bytes.length - chunk, bytes.length);
      }
      case PART_TWICE -> {
        int from = any(bytes);
        int length = Math.min(bytes.length - from, 1 + random.nextInt(5000));
        return insert(bytes, from, length, any(bytes));
      }
      case ZEROS, ONES -> {
        int from = any(bytes);
        int to = Math.min(bytes.length, from + 1 + random.nextInt(3000));
        Arrays.fill(bytes, from, to, (byte) (kind == Kind.ZEROS ? 0 : 0xff));
      }
      case STATE -> bytes[chunk + 64] = (byte) (random.nextBoolean() ? 1 : 255);
    }
    return bytes;
  }

  private static List<Integer> chunks(ByteBuffer all) {
    List<Integer> chunks = new ArrayList<>();
    long at = 0;
    while (at + HEADER <= all.capacity() && chunks.size() < 1000) {
      chunks.add((int) at);
      long size = all.getLong((int) at + SIZE_AT);
      if (size < HEADER || size > all.capacity() - at) {
        break;
      }
      at += size;
    }
    return chunks;
  }

  private static int place(ByteBuffer all, int chunk, int at) {
    long place = chunk + all.getLong(chunk + at);
    return place < 0 || place > all.capacity() - 16 ? chunk + HEADER : (int) place;
  }

  private int any(byte[] bytes) {
    return random.nextInt(bytes.length - 16);
  }

  private long odd(int length) {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt(length + 1);
      case 1 -> -random.nextInt(length + 1);
      default -> ODD[random.nextInt(ODD.length)] + random.nextInt(3) - 1;
    };
  }

  /** Behind the size, the type, the start and the duration of a checkpoint. */
  private void delta(byte[] bytes, int checkpoint) {
    int at = checkpoint;
    for (int i = 0; i < 4; i++) {
      at = behind(bytes, at);
    }
    number(bytes, at, odd(bytes.length));
  }

  private static int behind(byte[] bytes, int number) {
    int at = number;
    for (int i = 0; i < 8 && at < bytes.length - 16 && bytes[at] < 0; i++) {
      at++;
    }
    return Math.min(at + 1, bytes.length - 16);
  }

  private void scatter(byte[] bytes, int from, int length) {
    int room = Math.max(1, Math.min(length, bytes.length - from - 1));
    for (int i = random.nextInt(3); i >= 0; i--) {
      bytes[from + random.nextInt(room)] = (byte) random.nextInt();
    }
  }

  /** One of the events, by their sizes. */
  private void event(byte[] bytes, int from, int end, boolean inside) {
    List<Integer> events = new ArrayList<>();
    int at = from;
    while (at < end - 16 && events.size() < 100_000) {
      events.add(at);
      long size = 0;
      for (int i = 0; i < 5; i++) {
        size |= (bytes[at + i] & 0x7fL) << (7 * i);
        if (bytes[at + i] >= 0) {
          break;
        }
      }
      if (size <= 0 || size > end - at) {
        break;
      }
      at += (int) size;
    }
    int event = events.get(random.nextInt(events.size()));
    if (inside) {
      scatter(bytes, event, 60);
    } else {
      number(bytes, event, odd(bytes.length));
    }
  }

  /** Writes a number over what is there: sizes and ids have no other form. */
  private void number(byte[] bytes, int at, long value) {
    long rest = value;
    int to = at;
    for (; to - at < 8 && to < bytes.length - 1 && (rest & ~0x7fL) != 0; rest >>>= 7) {
      bytes[to++] = (byte) (rest | 0x80);
    }
    bytes[to] = (byte) rest;
  }

  private static byte[] insert(byte[] bytes, int from, int length, int at) {
    ByteBuffer longer = ByteBuffer.allocate(bytes.length + length);
    longer.put(bytes, 0, at).put(bytes, from, length).put(bytes, at, bytes.length - at);
    return longer.array();
  }
}
