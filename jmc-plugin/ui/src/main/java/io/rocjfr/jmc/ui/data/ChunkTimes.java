// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * From when to when each chunk of a file was recorded: JMC has read that, and keeps it to itself.
 */
final class ChunkTimes {
  private static final int HEADER = 68;
  private static final int MAGIC = 0x464c5200; // FLR and 0
  private static final int SIZE_AT = 8;
  private static final int BEGIN_AT = 32;
  private static final int NANOS_AT = 40;

  /** In nanoseconds of the epoch. */
  record Chunk(long begin, long end) {}

  private ChunkTimes() {}

  /** Those of a file; none where it cannot be read, or not as far as its end, or is compressed. */
  static List<Chunk> of(Path file) {
    List<Chunk> chunks = new ArrayList<>();
    try (FileChannel channel = FileChannel.open(file)) {
      long place = 0;
      while (place < channel.size()) {
        ByteBuffer header = ByteBuffer.allocate(HEADER);
        while (header.hasRemaining() && channel.read(header, place + header.position()) >= 0) {
          // Until all of it is there.
        }
        long size = header.getLong(SIZE_AT);
        if (header.hasRemaining() || header.getInt(0) != MAGIC || size < HEADER) {
          return List.of();
        }
        long begin = header.getLong(BEGIN_AT);
        chunks.add(new Chunk(begin, begin + Math.max(0, header.getLong(NANOS_AT))));
        place += size;
      }
    } catch (IOException e) {
      return List.of(); // Shares are of JMC's own range then.
    }
    return chunks;
  }
}
