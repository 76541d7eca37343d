// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.page;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** The values of one field of all events of a type, in no more memory than they need. */
final class PageColumn {
  private static final int FIRST = 1024;

  /** JavaScript's numbers hold integers up to this. */
  private static final long EXACT = (1L << 53) - 1;

  private int size;

  /** What all are so far, while none of the arrays is there. */
  private long same;

  private int[] ints;
  private long[] longs;
  private long least = Long.MAX_VALUE;
  private long greatest = Long.MIN_VALUE;

  void add(long value) {
    if (size == 0) {
      same = value;
    } else if (ints == null && longs == null && value != same) {
      ints = new int[Math.max(FIRST, Integer.highestOneBit(size) * 2)];
      if (fits(same)) {
        Arrays.fill(ints, 0, size, (int) same);
      } else {
        longs = new long[ints.length];
        Arrays.fill(longs, 0, size, same);
        ints = null;
      }
    }
    if (ints != null && !fits(value)) {
      longs = Arrays.stream(ints).asLongStream().toArray();
      ints = null;
    }
    if (ints != null) {
      ints = size == ints.length ? Arrays.copyOf(ints, 2 * size) : ints;
      ints[size] = (int) value;
    } else if (longs != null) {
      longs = size == longs.length ? Arrays.copyOf(longs, 2 * size) : longs;
      longs[size] = value;
    }
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
    size++;
  }

  /** The same values, each less by an amount. */
  PageColumn minus(long amount) {
    PageColumn less = new PageColumn();
    for (int i = 0; i < size; i++) {
      less.add(get(i) - amount);
    }
    return less;
  }

  /** The values at these places. */
  PageColumn only(int[] places) {
    PageColumn some = new PageColumn();
    for (int place : places) {
      some.add(get(place));
    }
    return some;
  }

  private static boolean fits(long value) {
    return value == (int) value;
  }

  long get(int i) {
    return ints != null ? ints[i] : longs != null ? longs[i] : same;
  }

  int size() {
    return size;
  }

  boolean isConstant() {
    return ints == null && longs == null;
  }

  /** Whether some value is beyond what a number of JavaScript holds exactly. */
  boolean isBig() {
    return size > 0 && (least < -EXACT || greatest > EXACT);
  }

  long least() {
    return size == 0 ? 0 : least;
  }

  long greatest() {
    return size == 0 ? 0 : greatest;
  }

  /**
   * Writes the values in an order. Big ones take 8 bytes each, the lowest byte first. Others are
   * differences to the value before, in zigzag and bytes of 7 bits.
   */
  void write(int[] order, OutputStream out) throws IOException {
    OutputStream buffered = new BufferedOutputStream(out, 1 << 16);
    long before = 0;
    boolean big = isBig();
    for (int i : order) {
      long value = get(i);
      if (big) {
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
          buffered.write((int) (value >>> shift));
        }
      } else {
        long difference = value - before;
        long rest = (difference << 1) ^ (difference >> (Long.SIZE - 1));
        while ((rest & ~0x7fL) != 0) {
          buffered.write((int) ((rest & 0x7f) | 0x80));
          rest >>>= 7;
        }
        buffered.write((int) rest);
        before = value;
      }
    }
    buffered.flush();
  }
}
