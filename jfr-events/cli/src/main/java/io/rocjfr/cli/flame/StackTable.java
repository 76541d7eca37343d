// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.flame;

import io.rocjfr.figures.SampledWork;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** The work of each whole stack, the most first. */
public final class StackTable {
  /**
   * One row.
   *
   * @param work a kernel, the direction of a copy, a function
   * @param by the method that tells who asked for it, as in {@link TopTable#TELLING}
   * @param frames that asked for it, the innermost first
   * @param value how much it amounts to
   * @param count how many pieces it is
   * @param samples on how many picked calls these stand, or {@link SampledWork#EXACT}
   * @param error within how much more or less it is, 95 times of 100
   */
  public record Row(
      String work,
      String by,
      List<String> frames,
      long value,
      long count,
      long samples,
      long error) {}

  private StackTable() {}

  public static List<Row> of(FlameGraph graph) {
    List<Row> rows = new ArrayList<>();
    StackTree tree = graph.tree();
    GraphCallers callers = new GraphCallers(graph, null);
    for (int node = 1; node < tree.size(); node++) {
      if (graph.isWork(node)) {
        List<String> frames = new ArrayList<>();
        int innermost = tree.parent(node);
        tree.path(innermost).forEach(frame -> frames.add(frame.label()));
        Collections.reverse(frames);
        String by = innermost == StackTree.ROOT ? "" : tree.frame(callers.of(innermost)).label();
        rows.add(
            new Row(
                tree.frame(node).name(),
                by,
                frames,
                graph.own(node),
                graph.pieces(node),
                graph.basis(node).samples(),
                graph.isUnknown(node)
                    ? graph.unknownError(graph.own(node))
                    : graph.errorOfWork(
                        tree.frame(node).name(), graph.own(node), graph.basis(node))));
      }
    }
    rows.sort(Comparator.comparingLong(Row::value).reversed().thenComparing(Row::work));
    return rows;
  }
}
