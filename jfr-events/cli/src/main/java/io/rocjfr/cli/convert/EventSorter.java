// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.convert;

import io.rocjfr.figures.TemporaryFileException;
import io.rocjfr.recording.Leftovers;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * Brings pieces of bytes into the order of their begin, of those that begin together the longest
 * first, and of equal ones that in which they came. What does not fit into memory goes through
 * sorted runs in temporary files.
 */
final class EventSorter implements AutoCloseable {
  /** What receives them. */
  interface Receiver {
    void accept(long begin, long end, byte[] bytes) throws IOException;
  }

  private static final int RUN_BYTES = 24 << 20;
  private static final int RUN_EVENTS = 1 << 18;

  private final int mostBytes;
  private final int mostEvents;
  private long[] begins = new long[1024];
  private long[] ends = new long[1024];
  private byte[][] bytes = new byte[1024][];
  private int size;
  private long held;
  private final List<Path> runs = new ArrayList<>();

  EventSorter() {
    this(RUN_BYTES, RUN_EVENTS);
  }

  EventSorter(int mostBytes, int mostEvents) {
    this.mostBytes = mostBytes;
    this.mostEvents = mostEvents;
  }

  void add(long begin, long end, byte[] piece) {
    if (size == begins.length) {
      begins = Arrays.copyOf(begins, size * 2);
      ends = Arrays.copyOf(ends, size * 2);
      bytes = Arrays.copyOf(bytes, size * 2);
    }
    begins[size] = begin;
    ends[size] = end;
    bytes[size++] = piece;
    held += piece.length;
    if (held >= mostBytes || size >= mostEvents) {
      spill();
    }
  }

  private int[] order() {
    Integer[] order = IntStream.range(0, size).boxed().toArray(Integer[]::new);
    Arrays.sort(
        order, Comparator.<Integer>comparingLong(i -> begins[i]).thenComparingLong(i -> -ends[i]));
    return Arrays.stream(order).mapToInt(Integer::intValue).toArray();
  }

  private void spill() {
    try {
      Path run = Leftovers.add(Files.createTempFile("rocjfr", ".run"));
      runs.add(run);
      try (DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(run), 1 << 16))) {
        for (int i : order()) {
          out.writeLong(begins[i]);
          out.writeLong(ends[i]);
          out.writeInt(bytes[i].length);
          out.write(bytes[i]);
        }
      }
    } catch (IOException e) {
      throw failure(e);
    }
    Arrays.fill(bytes, 0, size, null);
    size = 0;
    held = 0;
  }

  private static TemporaryFileException failure(IOException cause) {
    return new TemporaryFileException(
        "Temporary files cannot be written: "
            + cause.getMessage()
            + ". Choose another folder"
            + " with -Djava.io.tmpdir=FOLDER.",
        cause);
  }

  /** Tells all, in order. */
  void forEach(Receiver to) throws IOException {
    if (runs.isEmpty()) {
      for (int i : order()) {
        to.accept(begins[i], ends[i], bytes[i]);
      }
      return;
    }
    if (size > 0) {
      spill();
    }
    PriorityQueue<Run> queue =
        new PriorityQueue<>(
            Comparator.<Run>comparingLong(run -> run.begin)
                .thenComparingLong(run -> -run.end)
                .thenComparingInt(run -> run.number));
    try {
      for (int i = 0; i < runs.size(); i++) {
        Run run = new Run(i, runs.get(i));
        if (run.next()) {
          queue.add(run);
        }
      }
      while (!queue.isEmpty()) {
        Run run = queue.poll();
        to.accept(run.begin, run.end, run.bytes);
        if (run.next()) {
          queue.add(run);
        }
      }
    } finally {
      for (Run run : queue) {
        run.in.close();
      }
    }
  }

  /** One sorted run, at its present piece. */
  private static final class Run {
    final int number;
    final DataInputStream in;
    long begin;
    long end;
    byte[] bytes;

    Run(int number, Path file) {
      this.number = number;
      try {
        in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16));
      } catch (IOException e) {
        throw failure(e);
      }
    }

    boolean next() {
      try {
        begin = in.readLong();
        end = in.readLong();
        bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return true;
      } catch (EOFException e) {
        close();
        return false;
      } catch (IOException e) {
        throw failure(e);
      }
    }

    private void close() {
      try {
        in.close();
      } catch (IOException e) {
        throw failure(e);
      }
    }
  }

  @Override
  public void close() {
    for (Path run : runs) {
      try {
        Leftovers.delete(run);
      } catch (IOException e) {
        // It stays in the temporary folder.
      }
    }
  }
}
