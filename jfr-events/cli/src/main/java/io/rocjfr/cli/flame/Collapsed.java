// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.flame;

import io.rocjfr.figures.VisibleText;
import java.io.IOException;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One line for each stack, as many tools read it: frames from the outermost on, and a number. It is
 * text: what cannot be seen or would act on a terminal is written as escapes ({@link VisibleText});
 * a semicolon, which separates frames, as a colon. No name is shortened.
 */
public final class Collapsed {
  private Collapsed() {}

  /** Writes the stacks in the order of their text; the numbers add up to the total. */
  public static void write(FlameGraph graph, Appendable out) throws IOException {
    TreeMap<String, Long> lines = new TreeMap<>();
    for (int node = 1; node < graph.tree().size(); node++) {
      if (graph.own(node) > 0) {
        lines.merge(text(graph.tree().path(node)), graph.own(node), Long::sum);
      }
    }
    for (var line : lines.entrySet()) {
      out.append(line.getKey()).append(" ").append(Long.toString(line.getValue())).append("\n");
    }
  }

  private static String text(List<Frame> path) {
    return path.stream()
        .map(frame -> VisibleText.whole(frame.label()).replace(';', ':'))
        .collect(Collectors.joining(";"));
  }
}
