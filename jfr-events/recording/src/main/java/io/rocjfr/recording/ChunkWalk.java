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

  /** What no parser of ours looks into is not copied if it is longer than that. */
  private static final long LONG_BYTES = 1 << 16;

  /** What has more is damaged on purpose. Each takes memory until the recording is closed. */
  private static final int MOST_DAMAGED_PLACES = 10_000;

  private final ChunkInput in;
  private final Chunk chunk;
  private final long begin;
  private final long end;
  private ChunkTypes types;

  /** They are found without the events. */
  private FixedParts fixed;

  private final ChunkClock clock;

  /** Constants that those of the header do not lead to; 0 if there are none. */
  private long firstStray;

  private long lastStray;

  /** Metadata behind those of the header; 0 if there are none. */
  private long laterMetadata;

  private final List<Stretch> bad = new ArrayList<>();
  private final List<Stretch> unread = new ArrayList<>();
  private DamageException first;
  private long events;

  private ChunkWalk(FileChannel channel, Chunk chunk) {
    in = new ChunkInput(channel);
    this.chunk = chunk;
    begin = chunk.offset();
    end = chunk.endOffset();
    clock = new ChunkClock(chunk);
  }

  /** Walks through a chunk that the file has all of. */
  static CheckedChunk of(FileChannel channel, Chunk chunk) throws IOException {
    ChunkWalk walk = new ChunkWalk(channel, chunk);
    try {
      ChunkPlaces said = walk.readHeader(channel);
      walk.readAll(said);
      if (walk.firstStray == 0 && walk.laterMetadata == 0) {
        return walk.checked(walk.first, null);
      }
      return walk.withOthers(channel, said);
    } catch (DamageException e) {
      return CheckedChunk.unreadable(chunk, e.shown());
    }
  }

  /** Tries whether the chunk is whole by its last constants and metadata. */
  private CheckedChunk withOthers(FileChannel channel, ChunkPlaces said) throws IOException {
    boolean later = lastStray > begin + said.constants();
    ChunkPlaces last =
        new ChunkPlaces(
            later ? lastStray - begin : said.constants(),
            laterMetadata == 0 ? said.metadata() : laterMetadata - begin);
    if (!last.equals(said)) {
      ChunkWalk again = new ChunkWalk(channel, chunk);
      try {
        again.readAll(last);
        if (again.firstStray == 0) {
          return again.checked(later ? behind(said, last) : behindMetadata(said, last), last);
        }
      } catch (DamageException e) {
        // The header is as good.
      }
    }
    if (firstStray == 0) {
      return checked(first, null);
    }
    DamageException missed =
        new DamageException(
            firstStray,
            "the chunk's header does not lead to the constants that are there: names, threads and"
                + " stacks may be missing");
    return checked(first == null || firstStray < first.offset() ? missed : first, null);
  }

  private DamageException behind(ChunkPlaces said, ChunkPlaces last) {
    return wrongPlace(ChunkReader.CONSTANTS_AT, "constants", said.constants(), last.constants());
  }

  private DamageException behindMetadata(ChunkPlaces said, ChunkPlaces last) {
    return wrongPlace(ChunkReader.METADATA_AT, "metadata", said.metadata(), last.metadata());
  }

  private DamageException wrongPlace(int at, String what, long said, long last) {
    return new DamageException(
        begin + at,
        "the chunk's last "
            + what
            + " are at its byte "
            + said
            + ", according to its header. rocjfr reads others, at its byte "
            + last);
  }

  private CheckedChunk checked(DamageException damage, ChunkPlaces places) {
    return new CheckedChunk(
        chunk,
        true,
        damage == null ? null : damage.shown(),
        events,
        List.copyOf(bad),
        List.copyOf(unread),
        places,
        clock.doubt());
  }

  private ChunkPlaces readHeader(FileChannel channel) throws IOException {
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
    return ChunkPlaces.of(header);
  }

  private void readAll(ChunkPlaces places) throws IOException {
    readMetadata(place(places.metadata(), ChunkReader.METADATA_AT, "metadata"));
    readConstants(place(places.constants(), ChunkReader.CONSTANTS_AT, "constants"));
    readEvents();
  }

  /** Where the header says that something is. */
  private long place(long place, int at, String what) throws DamageException {
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
    types = ChunkTypes.read(in, at, clock);
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
    clock.part(in.readLong());
    in.readLong(); // duration
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
      firstStray = firstStray == 0 ? at : firstStray;
      lastStray = at;
    } else if (id == METADATA && fixed.isBehindMetadata(at)) {
      laterMetadata = at;
    } else if (after - in.position() > LONG_BYTES) {
      unread.add(new Stretch(in.position(), after - in.position()));
    }
    return after;
  }
}
