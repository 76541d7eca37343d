// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import io.rocjfr.figures.RangeForest;
import io.rocjfr.figures.RangeNode;
import io.rocjfr.figures.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A row of the tree of ranges.
 *
 * @param node what it shows
 * @param parent the row around it; null for outermost ones
 * @param startStop whether it is of ranges that begin and end apart, and nest in nothing
 * @param share of the total of all outermost rows of its sort
 * @param children the rows within it
 */
public record RangeRow(
    RangeNode node, RangeRow parent, boolean startStop, double share, List<RangeRow> children) {

  /** The outermost rows, then those of ranges that begin and end apart. */
  public static List<RangeRow> outermost(RangeForest forest) {
    List<RangeRow> rows = new ArrayList<>();
    add(rows, forest.nested(), null, false, total(forest.nested()));
    add(rows, forest.startStop(), null, true, total(forest.startStop()));
    return List.copyOf(rows);
  }

  private static long total(RangeNode parent) {
    return parent.children().values().stream().mapToLong(node -> node.times().total()).sum();
  }

  private static void add(
      List<RangeRow> rows, RangeNode from, RangeRow parent, boolean startStop, long total) {
    for (RangeNode node : from.children().values()) {
      List<RangeRow> children = new ArrayList<>();
      RangeRow row =
          new RangeRow(node, parent, startStop, Units.share(node.times().total(), total), children);
      rows.add(row);
      add(children, node, row, false, total);
    }
  }

  public String name() {
    return node.message() + (startStop ? " (start/stop)" : "");
  }

  /** The ranges of this row, and of no other with its name, as rows of the table of events. */
  public int[] instances() {
    return node.instances();
  }

  /** Whether its name, or that of a row within it, has this text in it. */
  public boolean matches(String lowerCase) {
    return name().toLowerCase(Locale.ROOT).contains(lowerCase)
        || children.stream().anyMatch(child -> child.matches(lowerCase));
  }

  /** Rows are themselves: others may have the same figures. */
  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
