// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Intervals in a temporary file, in runs that are sorted by their begin. The file has no name any
 * more as soon as it is open, so that nothing stays behind however the process ends.
 */
final class SortedRuns {
  private static final int BUFFERED = 512;
  private static final int BYTES = 2 * Long.BYTES;

  private final FileChannel file;
  private final List<Run> runs = new ArrayList<>();
  private final ByteBuffer writing = ByteBuffer.allocateDirect(BUFFERED * BYTES);
  private long written;

  private record Run(long position, long count) {}

  SortedRuns() {
    try {
      file =
          FileChannel.open(
              Files.createTempFile("rocjfr", ".intervals"),
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE);
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /** Adds the first {@code size} intervals, which are sorted. */
  void add(long[] begins, long[] ends, int size) {
    try {
      long position = written;
      for (int i = 0; i < size; i++) {
        writing.putLong(begins[i]).putLong(ends[i]);
        if (!writing.hasRemaining() || i == size - 1) {
          writing.flip();
          while (writing.hasRemaining()) {
            written += file.write(writing, written);
          }
          writing.clear();
        }
      }
      runs.add(new Run(position, size));
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /** How long at least one of all intervals was running, and of these, which are sorted, too. */
  long unionWith(long[] begins, long[] ends, int size) {
    try {
      PriorityQueue<Cursor> next =
          new PriorityQueue<>(Comparator.comparingLong(cursor -> cursor.begin));
      for (Run run : runs) {
        Cursor cursor = new FileCursor(run);
        if (cursor.advance()) {
          next.add(cursor);
        }
      }
      Cursor memory = new ArrayCursor(begins, ends, size);
      if (memory.advance()) {
        next.add(memory);
      }
      return union(next);
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private static long union(PriorityQueue<Cursor> next) throws IOException {
    long sum = 0;
    long end = Long.MIN_VALUE;
    while (!next.isEmpty()) {
      Cursor first = next.remove();
      if (first.end > end) {
        sum += first.end - Math.max(first.begin, end);
        end = first.end;
      }
      if (first.advance()) {
        next.add(first);
      }
    }
    return sum;
  }

  private static TemporaryFileException failure(IOException cause) {
    return new TemporaryFileException(
        "The times of all events do not fit into memory, and a temporary file for them in "
            + Path.of(System.getProperty("java.io.tmpdir"))
            + " cannot be used: "
            + cause.getMessage()
            + ". Choose another folder with -Djava.io.tmpdir=FOLDER (in JAVA_TOOL_OPTIONS).",
        cause);
  }

  /** Where a run is read. */
  private abstract static class Cursor {
    long begin;
    long end;

    /** Goes to the next interval, if there is one. */
    abstract boolean advance() throws IOException;
  }

  private static final class ArrayCursor extends Cursor {
    private final long[] begins;
    private final long[] ends;
    private final int size;
    private int at;

    ArrayCursor(long[] begins, long[] ends, int size) {
      this.begins = begins;
      this.ends = ends;
      this.size = size;
    }

    @Override
    boolean advance() {
      if (at == size) {
        return false;
      }
      begin = begins[at];
      end = ends[at++];
      return true;
    }
  }

  private final class FileCursor extends Cursor {
    private final ByteBuffer bytes = ByteBuffer.allocate(BUFFERED * BYTES);
    private LongBuffer longs = LongBuffer.allocate(0);
    private long position;
    private long left;

    FileCursor(Run run) {
      position = run.position();
      left = run.count();
    }

    @Override
    boolean advance() throws IOException {
      if (!longs.hasRemaining() && !fill()) {
        return false;
      }
      begin = longs.get();
      end = longs.get();
      return true;
    }

    private boolean fill() throws IOException {
      if (left == 0) {
        return false;
      }
      int count = (int) Math.min(left, BUFFERED);
      bytes.clear().limit(count * BYTES);
      while (bytes.hasRemaining()) {
        int read = file.read(bytes, position);
        if (read < 0) {
          throw new IOException("it became shorter");
        }
        position += read;
      }
      left -= count;
      longs = bytes.flip().asLongBuffer();
      return true;
    }
  }
}
