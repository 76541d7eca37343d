// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import java.util.Arrays;

/** Sorts rows by what a column says of them; those that are equal keep their order. */
final class Sorting {
  private Sorting() {}

  /**
   * Sorts rows in ascending order of what {@code column} holds for each. Recordings are parts that
   * are in order by themselves: it takes as many passes as it takes to halve their number to one.
   */
  static void by(long[] column, int[] rows) {
    int[] ends = ends(column, rows);
    int parts = ends.length;
    int[] from = rows;
    int[] to = parts > 1 ? new int[rows.length] : rows;
    while (parts > 1) {
      int begin = 0;
      int merged = 0;
      for (int part = 0; part < parts; part += 2) {
        int end = ends[Math.min(part + 1, parts - 1)];
        merge(column, from, to, begin, ends[part], end);
        ends[merged++] = end;
        begin = end;
      }
      parts = merged;
      int[] sorted = to;
      to = from;
      from = sorted;
    }
    if (from != rows) {
      System.arraycopy(from, 0, rows, 0, rows.length);
    }
  }

  /** Where each part that is in order ends. */
  private static int[] ends(long[] column, int[] rows) {
    int[] ends = new int[16];
    int parts = 0;
    for (int i = 1; i <= rows.length; i++) {
      if (i == rows.length || column[rows[i - 1]] > column[rows[i]]) {
        if (parts == ends.length) {
          ends = Arrays.copyOf(ends, 2 * parts);
        }
        ends[parts++] = i;
      }
    }
    return Arrays.copyOf(ends, parts);
  }

  /** Merges two parts, the second of which may be empty. */
  private static void merge(long[] column, int[] from, int[] to, int begin, int middle, int end) {
    int left = begin;
    int right = middle;
    for (int i = begin; i < end; i++) {
      boolean takeLeft =
          right == end || (left < middle && column[from[left]] <= column[from[right]]);
      to[i] = takeLeft ? from[left++] : from[right++];
    }
  }

  /** The place of the first of the sorted rows whose value is not less than this one. */
  static int firstFrom(long[] column, int[] rows, long value) {
    int from = 0;
    int to = rows.length;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (column[rows[middle]] < value) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  /** All rows from one to before another. */
  static int[] range(int from, int to) {
    int[] rows = new int[to - from];
    Arrays.setAll(rows, i -> from + i);
    return rows;
  }
}
