// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import java.util.Arrays;

/** Sorts rows by what a column says of them; those that are equal keep their order. */
final class Sorting {
  private Sorting() {}

  /** Sorts rows in ascending order of what {@code column} holds for each. */
  static void by(long[] column, int[] rows) {
    if (isSorted(column, rows)) {
      return; // Recordings nearly are.
    }
    int[] from = rows.clone();
    merge(column, from, rows, 0, rows.length);
  }

  private static boolean isSorted(long[] column, int[] rows) {
    for (int i = 1; i < rows.length; i++) {
      if (column[rows[i - 1]] > column[rows[i]]) {
        return false;
      }
    }
    return true;
  }

  private static void merge(long[] column, int[] from, int[] to, int begin, int end) {
    if (end - begin < 2) {
      return;
    }
    int middle = (begin + end) >>> 1;
    merge(column, to, from, begin, middle);
    merge(column, to, from, middle, end);
    if (column[from[middle - 1]] <= column[from[middle]]) {
      System.arraycopy(from, begin, to, begin, end - begin);
      return;
    }
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
