// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import java.util.Arrays;

/** Some of many events, as many as a list can show. */
public final class Excerpt {
  private Excerpt() {}

  /** The first of these, by their begin; all where there are no more than so many. */
  public static int[] first(EventTable table, int[] of, int most) {
    int[] rows = table.own(of);
    if (rows.length <= most) {
      return rows.clone();
    }
    long[] begins = Arrays.stream(rows).mapToLong(table::begin).toArray();
    Arrays.sort(begins);
    long latest = begins[most - 1];
    int[] first = new int[most];
    int found = 0;
    for (int row : rows) {
      if (table.begin(row) < latest) {
        first[found++] = row;
      }
    }
    for (int row : rows) {
      if (found < most && table.begin(row) == latest) {
        first[found++] = row;
      }
    }
    table.sortByBegin(first);
    return first;
  }

  /** The longest of these; all where there are no more than so many. */
  public static int[] longest(EventTable table, int[] of, int most) {
    int[] rows = table.own(of);
    if (rows.length <= most) {
      return rows.clone();
    }
    long[] nanos = Arrays.stream(rows).mapToLong(table::nanos).sorted().toArray();
    long least = nanos[nanos.length - most];
    int[] longest = new int[most];
    int found = 0;
    for (int row : rows) {
      if (table.nanos(row) > least) {
        longest[found++] = row;
      }
    }
    for (int row : rows) {
      if (found < most && table.nanos(row) == least) {
        longest[found++] = row;
      }
    }
    return longest;
  }
}
