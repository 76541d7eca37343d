// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.Arrays;

/**
 * How long at least one of many intervals was running: their union, exact in whatever order they
 * come. Up to {@link #IN_MEMORY} separate intervals stay in memory; beyond that sorted runs of them
 * lie in a temporary file, which is gone when this is collected or the process ends. For one thread
 * at a time.
 */
public final class BusyTime {
  /** So many separate intervals take 1 MiB; more go to the temporary file. */
  static final int IN_MEMORY = 1 << 16;

  private static final int FIRST = 16;

  private final int inMemory;
  private long[] begins = new long[FIRST];
  private long[] ends = new long[FIRST];
  private int size;
  private SortedRuns runs;

  /** What was worked out since the last interval came; -1 if one came. */
  private long nanos;

  public BusyTime() {
    this(IN_MEMORY);
  }

  /** With another number of intervals in memory, at least 2. */
  BusyTime(int inMemory) {
    this.inMemory = inMemory;
  }

  /**
   * Adds one interval; an empty one, or one whose end is before its begin, adds nothing.
   *
   * @throws TemporaryFileException if it does not fit into memory and not into a file, either
   */
  public void add(long begin, long end) {
    if (begin >= end) {
      return;
    }
    nanos = -1;
    // What a queue does mostly follows its last interval, or overlaps it.
    if (size > 0 && begin >= begins[size - 1] && begin <= ends[size - 1]) {
      ends[size - 1] = Math.max(ends[size - 1], end);
      return;
    }
    if (size == begins.length) {
      makeRoom();
    }
    begins[size] = begin;
    ends[size++] = end;
  }

  /**
   * How long at least one of the intervals was running, in nanoseconds.
   *
   * @throws TemporaryFileException if the temporary file cannot be read or written
   */
  public long nanos() {
    if (nanos < 0) {
      size = Intervals.unite(begins, ends, size);
      nanos = runs == null ? sum() : unionWithRuns();
    }
    return nanos;
  }

  /** Gives back what it has of the intervals, of which no more come. */
  void seal() {
    nanos();
    begins = new long[0];
    ends = begins;
    size = 0;
    runs = null;
  }

  /** Whether all of it is in memory. */
  boolean isInMemory() {
    return runs == null;
  }

  private void makeRoom() {
    size = Intervals.unite(begins, ends, size);
    if (size <= begins.length / 2) {
      return;
    }
    if (begins.length < inMemory) {
      int length = Math.min(2 * begins.length, inMemory);
      begins = Arrays.copyOf(begins, length);
      ends = Arrays.copyOf(ends, length);
      return;
    }
    if (runs == null) {
      runs = new SortedRuns(false);
    }
    runs.add(begins, ends, null, size);
    size = 0;
  }

  private long unionWithRuns() {
    long[] union = {0, Long.MIN_VALUE}; // how long, until when
    runs.mergeWith(
        begins,
        ends,
        null,
        size,
        (begin, end, what) -> {
          if (end > union[1]) {
            union[0] += end - Math.max(begin, union[1]);
            union[1] = end;
          }
        });
    return union[0];
  }

  private long sum() {
    long sum = 0;
    for (int i = 0; i < size; i++) {
      sum += ends[i] - begins[i];
    }
    return sum;
  }
}
