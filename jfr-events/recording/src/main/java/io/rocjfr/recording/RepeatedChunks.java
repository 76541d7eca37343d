// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds the chunks that a file has again, byte for byte. JFR appends to a file that is there: who
 * dumps a recording twice to one file has its chunks twice. They would be counted twice.
 *
 * <p>This needs memory for a few numbers of each chunk. It compares a chunk with one other at most.
 */
final class RepeatedChunks {
  private static final int BLOCK = 1 << 16;

  /** Two chunks of a JVM never have all of it in common. */
  private record Key(long bytes, long beginNanos, long nanos) {}

  private record First(long offset, int number) {}

  private final FileChannel file;
  private final Map<Key, First> firsts = new HashMap<>();
  private final ByteBuffer one = ByteBuffer.allocate(BLOCK);
  private final ByteBuffer other = ByteBuffer.allocate(BLOCK);
  private String problem;
  private int count;

  RepeatedChunks(FileChannel file) {
    this.file = file;
  }

  /**
   * Whether the file has this chunk before.
   *
   * @param chunk all of it is in the file
   * @param number which one it is, from 1
   */
  boolean isAgain(Chunk chunk, int number) throws IOException {
    Key key = new Key(chunk.bytes(), chunk.beginNanos(), chunk.nanos());
    First first = firsts.putIfAbsent(key, new First(chunk.offset(), number));
    if (first == null || !areSame(first.offset(), chunk.offset(), chunk.bytes())) {
      return false;
    }
    count++;
    if (problem == null) {
      problem =
          "contains a chunk twice: chunk " + number + " is the same as chunk " + first.number();
    }
    return true;
  }

  /** What is said of them; null if there are none. */
  String problem() {
    if (count <= 1) {
      return problem == null ? null : problem + ", and is read once";
    }
    return problem + " (the first of " + count + " such chunks), and each is read once";
  }

  private boolean areSame(long first, long second, long bytes) throws IOException {
    for (long done = 0; done < bytes; done += BLOCK) {
      int length = (int) Math.min(BLOCK, bytes - done);
      if (!read(one, first + done, length).equals(read(other, second + done, length))) {
        return false;
      }
    }
    return true;
  }

  private ByteBuffer read(ByteBuffer block, long offset, int length) throws IOException {
    block.clear().limit(length);
    while (block.hasRemaining()) {
      if (file.read(block, offset + block.position()) <= 0) {
        throw new IOException("a file became shorter while it was read");
      }
    }
    return block.flip();
  }
}
