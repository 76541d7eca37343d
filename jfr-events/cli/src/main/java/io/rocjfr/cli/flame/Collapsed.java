// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.flame;

import io.rocjfr.figures.VisibleText;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * One line for each stack, as many tools read it: frames from the outermost on, and a number. It is
 * text: what cannot be seen or would act on a terminal is written as escapes ({@link VisibleText});
 * a semicolon, which separates frames, as a colon. No name is shortened.
 */
public final class Collapsed {
  private Collapsed() {}

  /**
   * Writes the stacks in the order of their text; the numbers add up to the total.
   *
   * @param base with which it is compared: its numbers stand before the others; null for none
   */
  public static void write(FlameGraph base, FlameGraph graph, Appendable out) throws IOException {
    SortedMap<String, Long> lines = lines(graph);
    SortedMap<String, Long> before = base == null ? new TreeMap<>() : lines(base);
    TreeSet<String> all = new TreeSet<>(lines.keySet());
    all.addAll(before.keySet());
    for (String line : all) {
      out.append(line);
      if (base != null) {
        out.append(" ").append(Long.toString(before.getOrDefault(line, 0L)));
      }
      out.append(" ").append(Long.toString(lines.getOrDefault(line, 0L))).append("\n");
    }
  }

  private static SortedMap<String, Long> lines(FlameGraph graph) {
    SortedMap<String, Long> lines = new TreeMap<>();
    for (int node = 1; node < graph.tree().size(); node++) {
      if (graph.own(node) > 0) {
        lines.merge(text(graph.tree().path(node)), graph.own(node), Long::sum);
      }
    }
    return lines;
  }

  private static String text(List<Frame> path) {
    return path.stream()
        .map(frame -> VisibleText.whole(frame.label()).replace(';', ':'))
        .collect(Collectors.joining(";"));
  }
}
