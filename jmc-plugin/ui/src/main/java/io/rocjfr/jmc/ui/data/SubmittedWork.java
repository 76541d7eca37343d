// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import io.rocjfr.figures.Timed;
import java.util.ArrayList;
import java.util.List;

/** The kernels and copies of each call, for one who asks for nearly all of them. */
final class SubmittedWork {
  private record Piece(long begin, long end) implements Timed {}

  private final EventTable table;
  private final int[] sorted;

  /** Where in {@link #sorted} the id of a row begins. */
  private final int[] first;

  /** One for each row, for all the ranges that have it. */
  private final Piece[] pieces;

  SubmittedWork(EventTable table) {
    this.table = table;
    sorted = table.byCorrelation();
    first = new int[sorted.length];
    pieces = new Piece[sorted.length];
    int from = 0;
    for (int place = 0; place < sorted.length; place++) {
      if (table.correlation(sorted[place]) != table.correlation(sorted[from])) {
        from = place;
      }
      first[sorted[place]] = from;
    }
  }

  /** What this call submitted. */
  List<Timed> of(int call) {
    long id = table.correlation(call);
    List<Timed> work = List.of();
    if (id == 0) {
      return work;
    }
    for (int place = first[call];
        place < sorted.length && table.correlation(sorted[place]) == id;
        place++) {
      int row = sorted[place];
      if (table.kind(row).isWork()) {
        if (pieces[row] == null) {
          long end = table.isTimed(row) ? table.end(row) : table.begin(row);
          pieces[row] = new Piece(table.begin(row), end);
        }
        if (work.isEmpty()) {
          work = List.of(pieces[row]); // Nearly all calls submit one at most.
        } else {
          if (work.size() == 1) {
            work = new ArrayList<>(work);
          }
          work.add(pieces[row]);
        }
      }
    }
    return work;
  }
}
