// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;

/**
 * Reads the numbers of one chunk. All positions are the file's. Nothing is read behind a limit: to
 * try is damage. Memory is a window of fixed size.
 */
final class ChunkInput {
  private static final int WINDOW = 1 << 16;

  private final FileChannel channel;
  private final ByteBuffer window = ByteBuffer.allocate(WINDOW);
  private long windowAt;
  private long position;
  private long limit;

  /** Nothing can be read before a limit is set. */
  ChunkInput(FileChannel channel) {
    this.channel = channel;
    window.limit(0);
  }

  /** The next read is there, and none goes behind {@code end}. */
  void range(long begin, long end) {
    position = begin;
    limit = end;
  }

  long position() {
    return position;
  }

  /** How many bytes there are until the limit. */
  long left() {
    return limit - position;
  }

  byte readByte() throws IOException {
    need(1);
    return next();
  }

  /** Passes over bytes. */
  void skip(long bytes) throws IOException {
    need(bytes);
    position += bytes;
  }

  private void need(long bytes) throws IOException {
    if (bytes < 0 || bytes > limit - position) {
      throw new DamageException(position, "its content needs more bytes than it has");
    }
  }

  private byte next() throws IOException {
    long at = position - windowAt;
    if (at < 0 || at >= window.limit()) {
      fill();
      at = position - windowAt;
    }
    position++;
    return window.get((int) at);
  }

  /** Who goes backwards finds the next bytes there, too. */
  private void fill() throws IOException {
    window.clear();
    windowAt = position < windowAt ? Math.max(0, position - WINDOW / 4 * 3) : position;
    while (window.hasRemaining() && channel.read(window, windowAt + window.position()) > 0) {
      // Until it is full or the file ends.
    }
    window.flip();
    if (position - windowAt >= window.limit()) {
      throw new DamageException(position, "the file has become shorter");
    }
  }

  /** A number as the format has it: seven bits in a byte, the ninth byte whole. */
  long readLong() throws IOException {
    long value = 0;
    for (int shift = 0; shift < 56; shift += 7) {
      byte b = readByte();
      value |= (b & 0x7fL) << shift;
      if (b >= 0) {
        return value;
      }
    }
    return value | (readByte() & 0xffL) << 56;
  }

  /** A number of things, each of which needs a byte or more until the limit. */
  int readCount(String things) throws IOException {
    long at = position;
    long count = readLong();
    if (count < 0 || count > left() || count > Integer.MAX_VALUE) {
      throw new DamageException(
          at, "it names " + count + " " + things + ", but only " + left() + " bytes are left");
    }
    return (int) count;
  }

  /** Passes over so many numbers. */
  void skipLongs(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      readLong();
    }
  }

  /** A text whose bytes are in that charset. */
  String readText(Charset charset) throws IOException {
    byte[] bytes = new byte[readCount("bytes of a text")];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = next();
    }
    return new String(bytes, charset);
  }
}
