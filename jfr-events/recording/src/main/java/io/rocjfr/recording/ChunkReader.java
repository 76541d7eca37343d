// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the chunk headers of a recording: they say when it was made, and why a damaged one cannot
 * be read, which the JDK's parser does not.
 */
public final class ChunkReader {
  /** A chunk begins with: magic, version, 7 longs, a byte of state, flags. */
  public static final int HEADER_BYTES = 68;

  /** Where the byte of the state is, and what it is in a chunk that was closed in order. */
  public static final int STATE_AT = 64;

  public static final byte FINISHED = 0;

  static final int MAGIC = 0x464c5200; // FLR\0
  static final int SIZE_AT = 8;
  static final int CONSTANTS_AT = 16;
  static final int METADATA_AT = 24;
  private static final int BEGIN_AT = 32;
  private static final int NANOS_AT = 40;
  private static final int BEGIN_TICKS_AT = 48;
  static final int TICKS_PER_SECOND_AT = 56;

  /** A JVM that began one each second would need more than a day. Each takes memory. */
  static final int MOST_CHUNKS = 100_000;

  /** The state while the JVM writes a header. */
  static final int UPDATING = 255;

  private final List<Chunk> chunks = new ArrayList<>();
  private String problem;
  private boolean readable = true;

  private ChunkReader() {}

  /**
   * The headers of {@code file}, as far as they can be read.
   *
   * @throws NotAFileException if it is something else, of which the end may never come
   */
  public static ChunkReader read(Path file) throws IOException {
    if (Files.readAttributes(file, BasicFileAttributes.class).isOther()) {
      throw new NotAFileException(file);
    }
    ChunkReader reader = new ChunkReader();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      reader.readAll(channel);
    }
    return reader;
  }

  public List<Chunk> chunks() {
    return chunks;
  }

  /** What is wrong with the file, or null. */
  public String problem() {
    return problem;
  }

  /** Whether it makes sense to look for events. */
  public boolean isReadable() {
    return readable && !chunks.isEmpty();
  }

  private void readAll(FileChannel channel) throws IOException {
    long size = channel.size();
    long offset = 0;
    while (offset < size && problem == null) {
      ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
      while (header.hasRemaining() && channel.read(header, offset + header.position()) > 0) {
        // Until it is full or the file ends.
      }
      header.flip();
      if (header.limit() >= 4 && header.getInt(0) != MAGIC) {
        problem =
            offset == 0
                ? foreign(header)
                : "is damaged at byte " + offset + ": no chunk begins there";
      } else if (header.limit() < HEADER_BYTES) {
        problem =
            "is truncated: it ends at byte "
                + size
                + ", within the header of chunk "
                + (chunks.size() + 1)
                + ", which begins at byte "
                + offset;
      } else if (chunks.size() == MOST_CHUNKS) {
        problem = "is read up to byte " + offset + ": it has more than " + MOST_CHUNKS + " chunks";
      } else {
        offset = add(header, offset, size);
      }
    }
    if (size == 0) {
      problem = "is empty";
    }
  }

  /** Adds the chunk at this offset; the next one's is returned. */
  private long add(ByteBuffer header, long offset, long size) {
    int state = header.get(STATE_AT) & 0xff;
    long bytes = header.getLong(SIZE_AT);
    if (state == UPDATING) {
      // The JDK's parser would wait for ever for the JVM to finish its update.
      readable = !chunks.isEmpty();
      problem = "breaks off while the JVM wrote the header of chunk " + (chunks.size() + 1);
      return offset;
    }
    chunks.add(
        new Chunk(
            offset,
            bytes,
            header.getLong(BEGIN_AT),
            header.getLong(NANOS_AT),
            header.getLong(BEGIN_TICKS_AT),
            header.getLong(TICKS_PER_SECOND_AT),
            state == FINISHED));
    if (state != FINISHED) {
      problem = "breaks off: the JVM that wrote it was killed, or is still writing";
    } else if (bytes < HEADER_BYTES) {
      problem =
          "is damaged at byte "
              + (offset + SIZE_AT)
              + ": chunk "
              + chunks.size()
              + " claims to"
              + " have "
              + bytes
              + " bytes";
    } else if (bytes > size - offset) {
      problem =
          "is truncated: it ends at byte "
              + size
              + ", but chunk "
              + chunks.size()
              + ", which"
              + " begins at byte "
              + offset
              + ", should have "
              + bytes
              + " bytes";
    }
    return offset + bytes;
  }

  private static String foreign(ByteBuffer start) {
    String text = StandardCharsets.ISO_8859_1.decode(start.duplicate()).toString();
    String what = "";
    if (text.startsWith("\u001f\u008b") || text.startsWith("PK\u0003\u0004")) {
      what = " (it is compressed: unpack it first)";
    } else if (text.startsWith("JAVA PROFILE")) {
      what = " (it is a heap dump)";
    }
    return "is not a flight recording" + what;
  }
}
