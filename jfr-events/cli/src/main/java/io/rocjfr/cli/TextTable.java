// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.figures.VisibleText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows of text in columns: the first is aligned to the left, the others to the right. Cells are of
 * one line, whatever is in them ({@link VisibleText}).
 */
final class TextTable {
  private static final String GAP = "  ";
  private static final String INDENT = "  ";

  private final List<String[]> rows = new ArrayList<>();

  TextTable(String... titles) {
    rows.add(titles);
  }

  void add(String... cells) {
    rows.add(Arrays.stream(cells).map(VisibleText::of).toArray(String[]::new));
  }

  /** How wide the first column may be for the whole to fit into {@code width}. */
  int roomForFirst(int width) {
    int[] widths = widths();
    int others = INDENT.length();
    for (int i = 1; i < widths.length; i++) {
      others += GAP.length() + widths[i];
    }
    return Math.max(20, width - others);
  }

  /** Replaces the first cell of the row that was added as number {@code index}. */
  void setFirst(int index, String cell) {
    rows.get(index + 1)[0] = VisibleText.of(cell);
  }

  /** The lines, the titles first. */
  List<String> lines() {
    int[] widths = widths();
    List<String> lines = new ArrayList<>();
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder(INDENT);
      for (int i = 0; i < row.length; i++) {
        String padding = " ".repeat(widths[i] - VisibleText.width(row[i]));
        line.append(i == 0 ? "" : GAP);
        line.append(i == 0 ? row[i] + padding : padding + row[i]);
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }

  private int[] widths() {
    int[] widths = new int[rows.get(0).length];
    for (String[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        widths[i] = Math.max(widths[i], VisibleText.width(row[i]));
      }
    }
    return widths;
  }
}
