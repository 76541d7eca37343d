// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Copies a recording that comes as a stream: chunk by chunk, and no further than it is one. What
 * comes behind the header of something else, or behind an unfinished chunk, is not taken.
 */
final class StreamCopy {
  private static final int BLOCK = 1 << 16;

  private StreamCopy() {}

  /** Puts it into a file; as much of it as says why it is none, if it is no recording. */
  static void copy(InputStream in, Path to) throws IOException {
    try (OutputStream out = Files.newOutputStream(to)) {
      while (true) {
        byte[] start = in.readNBytes(ChunkReader.HEADER_BYTES);
        out.write(start);
        if (start.length < ChunkReader.HEADER_BYTES) {
          return;
        }
        ByteBuffer header = ByteBuffer.wrap(start);
        boolean finished = header.get(ChunkReader.STATE_AT) == ChunkReader.FINISHED;
        long rest = header.getLong(ChunkReader.SIZE_AT) - ChunkReader.HEADER_BYTES;
        if (header.getInt(0) != ChunkReader.MAGIC
            || rest < 0
            || copy(in, out, rest) < rest
            || !finished) {
          return;
        }
      }
    }
  }

  private static long copy(InputStream in, OutputStream out, long bytes) throws IOException {
    byte[] block = new byte[BLOCK];
    long done = 0;
    while (done < bytes) {
      int read = in.read(block, 0, (int) Math.min(BLOCK, bytes - done));
      if (read < 0) {
        break;
      }
      out.write(block, 0, read);
      done += read;
    }
    return done;
  }
}
