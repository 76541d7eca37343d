// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * Walks through a chunk like a parser, before a parser sees it, and only checks. Each event,
 * constant and type must end where it says. So a parser cannot go in circles, back, or behind the
 * chunk. It also cannot be made to allocate more than the chunk has.
 */
final class ChunkWalk {
  static final long METADATA = 0;
  static final long CHECKPOINT = 1;

  private static final int CONSTANTS_AT = 16;
  private static final int METADATA_AT = 24;

  /** What no parser of ours looks into is not copied if it is longer than that. */
  private static final long LONG_BYTES = 1 << 16;

  /** What has more is damaged on purpose. Each takes memory until the recording is closed. */
  private static final int MOST_DAMAGED_PLACES = 10_000;

  private final ChunkInput in;
  private final long begin;
  private final long end;
  private ChunkTypes types;

  /** They are found without the events. */
  private FixedParts fixed;

  private final List<Stretch> bad = new ArrayList<>();
  private final List<Stretch> unread = new ArrayList<>();
  private DamageException first;
  private long events;

  private ChunkWalk(FileChannel channel, Chunk chunk) {
    in = new ChunkInput(channel);
    begin = chunk.offset();
    end = chunk.endOffset();
  }

  /** Walks through a chunk that the file has all of. */
  static CheckedChunk of(FileChannel channel, Chunk chunk) throws IOException {
    ChunkWalk walk = new ChunkWalk(channel, chunk);
    try {
      walk.readFixed(channel);
      walk.readEvents();
    } catch (DamageException e) {
      return CheckedChunk.unreadable(chunk, e.shown());
    }
    String problem = walk.first == null ? null : walk.first.shown();
    return new CheckedChunk(
        chunk, true, problem, walk.events, List.copyOf(walk.bad), List.copyOf(walk.unread));
  }

  private void readFixed(FileChannel channel) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(ChunkReader.HEADER_BYTES);
    while (header.hasRemaining() && channel.read(header, begin + header.position()) > 0) {
      // Until it is full or the file ends.
    }
    short major = header.getShort(Integer.BYTES);
    if (major != 1 && major != 2) {
      throw new DamageException(
          begin + Integer.BYTES,
          "the chunk has version " + major + " of the format, but rocjfr knows only 1 and 2");
    }
    if (header.getLong(ChunkReader.TICKS_PER_SECOND_AT) <= 0) {
      throw new DamageException(
          begin + ChunkReader.TICKS_PER_SECOND_AT, "the chunk's clock stands still");
    }
    readMetadata(place(header, METADATA_AT, "metadata"));
    readConstants(place(header, CONSTANTS_AT, "constants"));
  }

  /** Where the header says that something is. */
  private long place(ByteBuffer header, int at, String what) throws DamageException {
    long place = header.getLong(at);
    if (place < ChunkReader.HEADER_BYTES || place >= end - begin) {
      throw new DamageException(
          begin + at, "the chunk's " + what + " should be at its byte " + place);
    }
    return begin + place;
  }

  /** The end of the event that begins there; what it holds is read next. */
  private long enter(long at, long before) throws IOException {
    in.range(at, before);
    long size = in.readLong();
    if (size <= in.position() - at || size > before - at) {
      throw new DamageException(
          at, "an event claims to have " + size + " bytes, but " + (before - at) + " are left");
    }
    in.range(in.position(), at + size);
    return at + size;
  }

  private void readMetadata(long at) throws IOException {
    long after = enter(at, end);
    long type = in.readLong();
    if (type != METADATA) {
      throw new DamageException(at, "instead of the metadata there is an event of type " + type);
    }
    types = ChunkTypes.read(in, at);
    fixed = new FixedParts(in, end, at, after);
  }

  /** Each says how far before it the next one to be read is. */
  private void readConstants(long newest) throws IOException {
    long at = newest;
    long before = end;
    while (true) {
      long after = enter(at, before);
      if (fixed.touchesMetadata(at, after)) {
        throw new DamageException(at, "constants overlap the metadata");
      }
      fixed.add(at);
      long delta = readCheckpoint(at, after);
      if (delta == 0) {
        return;
      }
      if (delta > 0 || at + delta < begin + ChunkReader.HEADER_BYTES) {
        throw new DamageException(at, "the previous constants should be " + delta + " bytes away");
      }
      before = at;
      at += delta;
    }
  }

  private long readCheckpoint(long at, long after) throws IOException {
    long type = in.readLong();
    if (type != CHECKPOINT) {
      throw new DamageException(at, "instead of constants there is an event of type " + type);
    }
    in.skipLongs(2); // start, duration
    long delta = in.readLong();
    in.readByte(); // flags
    int pools = in.readCount("constant pools");
    for (int i = 0; i < pools; i++) {
      readPool();
    }
    if (in.position() != after) {
      throw new DamageException(in.position(), "constants end before their event does");
    }
    return delta;
  }

  private void readPool() throws IOException {
    long at = in.position();
    long id = in.readLong();
    ChunkTypes.Type type = types.of(id);
    if (type == null) {
      throw new DamageException(at, "there are constants of the unknown type " + id);
    }
    int count = in.readCount("constants");
    if (count == 0) {
      throw new DamageException(at, "there are no constants in the pool of " + type.name);
    }
    for (int i = 0; i < count; i++) {
      in.readLong(); // its key
      skip(type);
    }
  }

  private void skip(ChunkTypes.Type type) throws IOException {
    if (type.form() == null) {
      throw new DamageException(
          in.position(), "there is no description of how a " + type.name + " is written");
    }
    switch (type.form()) {
      case BYTE -> in.skip(1);
      case NUMBER -> in.readLong();
      case FOUR_BYTES -> in.skip(Float.BYTES);
      case EIGHT_BYTES -> in.skip(Double.BYTES);
      case TEXT -> skipText();
      case FIELDS -> {
        for (int i = 0; i < type.fields.size(); i++) {
          skip(type.fields.get(i));
        }
      }
    }
  }

  private void skip(ChunkTypes.Field field) throws IOException {
    int count = field.array ? in.readCount("elements of an array") : 1;
    for (int i = 0; i < count; i++) {
      if (field.pooled) {
        in.readLong();
      } else {
        skip(field.type());
      }
    }
  }

  private void skipText() throws IOException {
    long at = in.position();
    byte encoding = in.readByte();
    switch (encoding) {
      case 0, 1 -> {
        // None, or empty.
      }
      case 2 -> in.readLong();
      case 3, 5 -> in.skip(in.readCount("bytes of a text"));
      case 4 -> in.skipLongs(in.readCount("characters"));
      default -> throw new DamageException(at, "a text has the encoding " + encoding);
    }
  }

  /** Behind damage it goes on where metadata or constants begin. */
  private void readEvents() throws IOException {
    long at = begin + ChunkReader.HEADER_BYTES;
    long before = fixed.next(at);
    while (at < end) {
      if (at == before) {
        at = fixed.endOf(at);
        before = fixed.next(at);
        continue;
      }
      try {
        at = readEvent(at, before);
      } catch (DamageException e) {
        first = first == null ? e : first;
        while (before - at < Stretch.LEAST && before < end) { // There is no room to pass it over.
          before = fixed.next(before + 1);
        }
        if (bad.size() == MOST_DAMAGED_PLACES) {
          throw new DamageException(
              first.offset(),
              first.getMessage() + ", and so on in more than " + bad.size() + " places");
        }
        bad.add(new Stretch(at, before - at));
        at = before;
      }
    }
  }

  private long readEvent(long at, long before) throws IOException {
    long after = enter(at, before);
    long id = in.readLong();
    ChunkTypes.Type type = types.of(id);
    if (type != null && type.event) {
      for (int i = 0; i < type.fields.size(); i++) {
        skip(type.fields.get(i));
      }
      events++;
    } else if (id == CHECKPOINT) {
      in.skipLongs(3); // start, duration, how far it is to the one before
      in.readByte(); // flags
    } else if (after - in.position() > LONG_BYTES) {
      unread.add(new Stretch(in.position(), after - in.position()));
    }
    return after;
  }
}
