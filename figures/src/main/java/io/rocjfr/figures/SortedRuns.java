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

  /** Receives intervals in the order of their begin. */
  interface Receiver {
    /**
     * One.
     *
     * @param what what it is of; 0 where the runs have no such column
     */
    void accept(long begin, long end, long what);
  }

  private final FileChannel file;
  private final List<Run> runs = new ArrayList<>();
  private final int bytes;
  private final ByteBuffer writing;
  private long written;

  private record Run(long position, long count) {}

  /** Of plain intervals, or of such that are told apart by a third number. */
  SortedRuns(boolean toldApart) {
    bytes = (toldApart ? 3 : 2) * Long.BYTES;
    writing = ByteBuffer.allocateDirect(BUFFERED * bytes);
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

  /**
   * Adds the first {@code size} intervals, which are sorted.
   *
   * @param whats of plain intervals null
   */
  void add(long[] begins, long[] ends, long[] whats, int size) {
    try {
      long position = written;
      for (int i = 0; i < size; i++) {
        writing.putLong(begins[i]).putLong(ends[i]);
        if (whats != null) {
          writing.putLong(whats[i]);
        }
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

  /** Hands over all intervals, and these, which are sorted, too. */
  void mergeWith(long[] begins, long[] ends, long[] whats, int size, Receiver to) {
    try {
      PriorityQueue<Cursor> next =
          new PriorityQueue<>(Comparator.comparingLong(cursor -> cursor.begin));
      for (Run run : runs) {
        Cursor cursor = new FileCursor(run);
        if (cursor.advance()) {
          next.add(cursor);
        }
      }
      Cursor memory = new ArrayCursor(begins, ends, whats, size);
      if (memory.advance()) {
        next.add(memory);
      }
      while (!next.isEmpty()) {
        Cursor first = next.remove();
        to.accept(first.begin, first.end, first.what);
        if (first.advance()) {
          next.add(first);
        }
      }
    } catch (IOException e) {
      throw failure(e);
    }
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
    long what;

    /** Goes to the next interval, if there is one. */
    abstract boolean advance() throws IOException;
  }

  private static final class ArrayCursor extends Cursor {
    private final long[] begins;
    private final long[] ends;
    private final long[] whats;
    private final int size;
    private int at;

    ArrayCursor(long[] begins, long[] ends, long[] whats, int size) {
      this.begins = begins;
      this.ends = ends;
      this.whats = whats;
      this.size = size;
    }

    @Override
    boolean advance() {
      if (at == size) {
        return false;
      }
      begin = begins[at];
      end = ends[at];
      what = whats == null ? 0 : whats[at];
      at++;
      return true;
    }
  }

  private final class FileCursor extends Cursor {
    private final ByteBuffer read = ByteBuffer.allocate(BUFFERED * bytes);
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
      what = bytes > 2 * Long.BYTES ? longs.get() : 0;
      return true;
    }

    private boolean fill() throws IOException {
      if (left == 0) {
        return false;
      }
      int count = (int) Math.min(left, BUFFERED);
      read.clear().limit(count * bytes);
      while (read.hasRemaining()) {
        int some = file.read(read, position);
        if (some < 0) {
          throw new IOException("it became shorter");
        }
        position += some;
      }
      left -= count;
      longs = read.flip().asLongBuffer();
      return true;
    }
  }
}
