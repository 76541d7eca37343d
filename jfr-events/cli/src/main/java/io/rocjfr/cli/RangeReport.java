// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.figures.Distribution;
import io.rocjfr.figures.KernelNames;
import io.rocjfr.figures.RangeNode;
import io.rocjfr.figures.Units;
import io.rocjfr.figures.VisibleText;
import io.rocjfr.recording.TextOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The ranges and marks of a summary, for people: nested as the program nested them. */
final class RangeReport {
  private final Summary summary;
  private final TextOutput out;
  private final int top;
  private final SortKey sort;
  private final int width;

  RangeReport(Summary summary, TextOutput out, int top, SortKey sort, int width) {
    this.summary = summary;
    this.out = out;
    this.top = top;
    this.sort = sort;
    this.width = width;
  }

  void print() {
    if (!summary.ranges().isEmpty()) {
      printRanges();
    }
    if (!summary.marks().isEmpty()) {
      printMarks();
    }
  }

  private void printRanges() {
    TextTable table =
        new TextTable("Range", "Count", "Total", "Share", "Average", "p50", "p99", "Max");
    List<String> names = new ArrayList<>();
    RangeNode nested = summary.ranges().nested();
    Map<String, RangeNode> startStop = summary.ranges().startStop().children();
    long total = nested.children().values().stream().mapToLong(node -> node.times().total()).sum();
    int hidden = addNested(table, names, nested, 0, total);

    long startStopTotal = startStop.values().stream().mapToLong(node -> node.times().total()).sum();
    List<Map.Entry<String, RangeNode>> rows = sort.sort(startStop, RangeNode::times);
    for (Map.Entry<String, RangeNode> row : rows.subList(0, Math.min(top, rows.size()))) {
      add(table, names, row.getKey() + " (start/stop)", row.getValue().times(), startStopTotal);
    }
    hidden += Math.max(0, rows.size() - top);

    TextReport.title(out, "roctx ranges", "share of the outermost ranges' time");
    int room = table.roomForFirst(width);
    for (int i = 0; i < names.size(); i++) {
      table.setFirst(i, KernelNames.cut(VisibleText.of(names.get(i)), room));
    }
    table.lines().forEach(out::println);
    TextReport.printRest(out, hidden);
    if (!summary.ranges().doubt().isEmpty()) {
      out.println(summary.ranges().doubt());
    }
  }

  /** Adds what is below this; how many rows stayed hidden is returned. */
  private int addNested(
      TextTable table, List<String> names, RangeNode parent, int depth, long total) {
    List<Map.Entry<String, RangeNode>> rows = sort.sort(parent.children(), RangeNode::times);
    int hidden = Math.max(0, rows.size() - top);
    for (Map.Entry<String, RangeNode> row : rows.subList(0, rows.size() - hidden)) {
      RangeNode node = row.getValue();
      add(table, names, "  ".repeat(depth) + row.getKey(), node.times(), total);
      hidden += addNested(table, names, node, depth + 1, total);
    }
    return hidden;
  }

  private static void add(
      TextTable table, List<String> names, String name, Distribution statistics, long total) {
    String[] times = TextReport.times(statistics, total);
    names.add(name);
    table.add("", times[0], times[1], times[2], times[3], times[4], times[5], times[6]);
  }

  private void printMarks() {
    List<Map.Entry<String, Distribution>> rows =
        SortKey.COUNT.sort(summary.marks(), Function.identity());
    TextReport.title(out, "roctx marks", "");
    TextTable table = new TextTable("Mark", "Count");
    for (Map.Entry<String, Distribution> row : rows.subList(0, Math.min(top, rows.size()))) {
      table.add(
          KernelNames.cut(VisibleText.of(row.getKey()), width - 20),
          Units.count(row.getValue().count()));
    }
    table.lines().forEach(out::println);
    TextReport.printRest(out, rows.size() - top);
  }
}
