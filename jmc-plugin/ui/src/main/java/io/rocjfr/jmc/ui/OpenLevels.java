// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.jmc.ui.data.RangeRow;
import java.util.List;

/** How much of the tree of ranges is opened at first: a window makes each row that is open. */
final class OpenLevels {
  private static final int FEW = 3;

  /** No level is opened with which there are more rows. */
  private static final int ROWS = 1000;

  private OpenLevels() {}

  /**
   * Where something is searched for all levels that have it, unless there are too many rows; a few
   * else.
   *
   * @param wanted in lower case
   */
  static int of(List<RangeRow> outermost, String wanted) {
    List<RangeRow> level = found(outermost, wanted);
    int rows = level.size();
    int levels = 1;
    while (!level.isEmpty() && (levels < FEW || !wanted.isEmpty())) {
      level = level.stream().flatMap(row -> found(row.children(), wanted).stream()).toList();
      rows += level.size();
      if (rows > ROWS) {
        break;
      }
      levels++;
    }
    return levels;
  }

  private static List<RangeRow> found(List<RangeRow> rows, String wanted) {
    return wanted.isEmpty() ? rows : rows.stream().filter(row -> row.matches(wanted)).toList();
  }
}
