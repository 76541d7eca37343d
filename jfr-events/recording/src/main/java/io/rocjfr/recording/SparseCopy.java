// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Copies bytes between files. What is zero becomes a hole, which takes no room on the disk. */
final class SparseCopy {
  private static final int BLOCK = 1 << 16;

  private SparseCopy() {}

  /** Copies {@code bytes} bytes. The target is at least as long afterwards. */
  static void copy(FileChannel from, long offset, FileChannel to, long toOffset, long bytes)
      throws IOException {
    ByteBuffer block = ByteBuffer.allocate(BLOCK);
    for (long done = 0; done < bytes; ) {
      block.clear().limit((int) Math.min(BLOCK, bytes - done));
      if (from.read(block, offset + done) <= 0) {
        throw new IOException("a file became shorter while it was read");
      }
      block.flip();
      done += block.remaining();
      boolean last = done == bytes;
      if (last || !isZero(block)) {
        write(to, block, toOffset + done - block.remaining());
      }
    }
  }

  private static boolean isZero(ByteBuffer block) {
    for (int i = 0; i < block.limit(); i++) {
      if (block.get(i) != 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Makes a file of what is sound in a chunk: a finished chunk with the same events. An event that
   * nobody reads stands in place of what is damaged, unless that is the chunk's end.
   */
  static void mend(FileChannel from, CheckedChunk checked, FileChannel to) throws IOException {
    Chunk chunk = checked.chunk();
    long begin = chunk.offset();
    List<Stretch> left = new ArrayList<>(checked.bad());
    long end = chunk.endOffset();
    if (!left.isEmpty() && left.get(left.size() - 1).end() == end) {
      end = left.remove(left.size() - 1).offset();
    }
    List<Stretch> holes = new ArrayList<>(left);
    holes.addAll(checked.unread());
    holes.sort(Comparator.comparingLong(Stretch::offset));
    long at = begin;
    for (Stretch hole : holes) {
      copy(from, at, to, at - begin, hole.offset() - at);
      at = hole.end();
    }
    copy(from, at, to, at - begin, end - at);
    for (Stretch damaged : left) {
      write(to, unreadEvent(damaged.bytes()), damaged.offset() - begin);
    }
    if (to.size() < end - begin) { // It ends with what nobody reads.
      write(to, ByteBuffer.allocate(1), end - begin - 1);
    }
    write(to, ByteBuffer.allocate(Long.BYTES).putLong(0, end - begin), ChunkReader.SIZE_AT);
    if (checked.places() != null) {
      write(to, checked.places().header(), ChunkReader.CONSTANTS_AT);
    }
    // Otherwise the parser waits in vain for the JVM to go on, and loses the last event.
    write(to, ByteBuffer.wrap(new byte[] {ChunkReader.FINISHED}), ChunkReader.STATE_AT);
  }

  private static ByteBuffer unreadEvent(long bytes) {
    ByteBuffer event = ByteBuffer.allocate(Long.BYTES + 3);
    long rest = bytes;
    for (; rest > 0x7f; rest >>>= 7) {
      event.put((byte) (rest | 0x80));
    }
    return event.put((byte) rest).put((byte) ChunkWalk.METADATA).flip();
  }

  private static void write(FileChannel to, ByteBuffer bytes, long offset) throws IOException {
    for (long at = offset; bytes.hasRemaining(); ) {
      at += to.write(bytes, at);
    }
  }
}
