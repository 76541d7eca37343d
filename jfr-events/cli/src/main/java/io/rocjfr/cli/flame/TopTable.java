// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.flame;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The work and the methods that submit it, the most first. */
public final class TopTable {
  /**
   * One row.
   *
   * @param work a kernel, the direction of a copy, a function
   * @param by the innermost methods of the application that submitted it, the innermost first
   * @param value how much it amounts to
   * @param count how many pieces it is
   */
  public record Row(String work, String by, double value, double count) {}

  private TopTable() {}

  /**
   * Its rows.
   *
   * @param frames how many methods tell one row from another, 1 or more
   */
  public static List<Row> of(FlameGraph graph, int frames) {
    Map<List<String>, double[]> sums = new HashMap<>();
    StackTree tree = graph.tree();
    for (int node = 1; node < tree.size(); node++) {
      if (graph.own(node) > 0 || graph.pieces(node) > 0) {
        String by = by(tree, tree.parent(node), frames);
        double[] sum =
            sums.computeIfAbsent(List.of(tree.frame(node).name(), by), key -> new double[2]);
        sum[0] += graph.own(node);
        sum[1] += graph.pieces(node);
      }
    }
    return sums.entrySet().stream()
        .map(e -> new Row(e.getKey().get(0), e.getKey().get(1), e.getValue()[0], e.getValue()[1]))
        .sorted(
            Comparator.comparingDouble(Row::value)
                .reversed()
                .thenComparing(Row::work)
                .thenComparing(Row::by))
        .toList();
  }

  private static String by(StackTree tree, int innermost, int frames) {
    StringBuilder by = new StringBuilder(tree.frame(innermost).label());
    int caller = innermost;
    for (int i = 1; i < frames; i++) {
      caller = tree.parent(caller);
      if (caller <= StackTree.ROOT) {
        break;
      }
      by.append(" < ").append(tree.frame(caller).label());
    }
    return by.toString();
  }
}
