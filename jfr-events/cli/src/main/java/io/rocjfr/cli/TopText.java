// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.cli.flame.FlameGraph;
import io.rocjfr.cli.flame.TopTable;
import io.rocjfr.figures.KernelNames;
import io.rocjfr.figures.Units;
import io.rocjfr.figures.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The table of top, as text. */
final class TopText {
  static final int NAME = 48;

  /** Before what is estimated from samples. */
  private static final String ABOUT = "~";

  /** Of a graph without estimates. */
  static final String EXACT = " (every call was recorded, so all numbers are exact)";

  private TopText() {}

  /**
   * Its lines.
   *
   * @param rows how many of them, 0 for all
   * @param frames how many methods are shown of each, or {@link TopTable#TELLING}
   * @param wide whether names are shown whole
   * @param mine which methods are the user's; null: all but those of bindings
   */
  static List<String> of(
      FlameGraph graph, int rows, int frames, boolean wide, Predicate<String> mine) {
    long total = graph.total();
    TopTable table = TopTable.of(graph, frames, mine);
    List<TopTable.Row> all = table.rows();
    List<TopTable.Row> shown = rows > 0 && all.size() > rows ? all.subList(0, rows) : all;
    List<String> lines = new ArrayList<>();
    lines.add(
        graph.quantity().title()
            + ": "
            + graph.quantity().shown(total)
            + (graph.isExact() && graph.unknown() < total ? EXACT : ""));
    if (!table.way().isEmpty()) {
      lines.add(
          (table.hasExceptions() ? "Nearly all" : "All")
              + (table.isWayOfAll() ? " go through " : " with a known stack go through ")
              + String.join(" < ", table.way()));
    }
    List<String> names = names(shown, wide);
    int width = names.stream().mapToInt(VisibleText::width).reduce("What".length(), Math::max);
    boolean estimates = all.stream().anyMatch(TopTable.Row::isEstimate);
    String form = "%12s %8s" + (estimates ? " %9s %12s %8s" : "%s %12s%s") + "  %s  %s";
    lines.add(
        String.format(
            Locale.ROOT,
            form,
            "Amount",
            "Share",
            estimates ? "95 % in" : "",
            "Count",
            estimates ? "Samples" : "",
            VisibleText.padded("What", width),
            "Asked for by"));
    long rest = total;
    for (int i = 0; i < shown.size(); i++) {
      TopTable.Row row = shown.get(i);
      rest -= row.value();
      String about = row.isEstimate() ? ABOUT : "";
      lines.add(
          String.format(
              Locale.ROOT,
              form,
              about + graph.quantity().shown(row.value()),
              about + Units.share(Units.share(row.value(), total)),
              row.isEstimate() ? "±" + Units.share(Units.share(row.error(), total)) : "",
              about + Units.count(row.count()),
              row.isEstimate() ? Units.count(row.samples()) : "",
              VisibleText.padded(names.get(i), width),
              cut(row.by(), wide, (1 + Math.max(1, frames)) * NAME)));
    }
    if (shown.size() < all.size()) {
      boolean exact = shown.stream().noneMatch(TopTable.Row::isEstimate);
      lines.add(
          String.format(
              Locale.ROOT,
              "%12s %8s  in %s",
              (exact ? "" : ABOUT) + graph.quantity().shown(rest),
              (exact ? "" : ABOUT) + Units.share(Units.share(rest, total)),
              Units.count(all.size() - shown.size(), "more row", "more rows")));
    }
    lines.addAll(reasons(graph));
    if (frames == TopTable.TELLING) {
      // --frames counts from the innermost method, which may be one of those left out here.
      shown.stream()
          .filter(row -> row.callers() > 1)
          .mapToInt(TopTable.Row::depth)
          .max()
          .ifPresent(
              depth ->
                  lines.add(
                      "Some methods have several callers. --frames "
                          + (depth + 1)
                          + " or more"
                          + " shows them separately."));
    }
    return lines;
  }

  /** Why there is work of no known stack. */
  static List<String> reasons(FlameGraph graph) {
    if (graph.unknown() <= 0 || graph.reasons().isEmpty()) {
      return List.of();
    }
    String text =
        graph.reasons().entrySet().stream()
            .map(one -> Units.count(one.getValue()) + " " + one.getKey())
            .collect(Collectors.joining(", "));
    return List.of("Picked calls without a stack: " + text + ".");
  }

  /** What the rows are of. One kernel may have several rows. */
  private static List<String> names(List<TopTable.Row> rows, boolean wide) {
    List<String> visible = rows.stream().map(row -> VisibleText.of(row.work())).toList();
    KernelNames names = KernelNames.of(visible);
    return wide ? visible : visible.stream().map(name -> names.shown(name, NAME)).toList();
  }

  private static String cut(String text, boolean wide, int width) {
    String visible = VisibleText.of(text);
    return wide ? visible : KernelNames.cut(visible, width);
  }
}
