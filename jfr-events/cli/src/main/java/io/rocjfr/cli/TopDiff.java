// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.cli.flame.FlameGraph;
import io.rocjfr.cli.flame.TopTable;
import io.rocjfr.figures.KernelNames;
import io.rocjfr.figures.VisibleText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/** What top says of two recordings: what changed from one to the other. */
final class TopDiff {
  private static final String FORM = "%12s %12s %12s %9s  %s  %s";

  private record Key(String work, String by) {}

  /** Of one row, before and now; within how much that is, 95 times of 100. */
  private static final class Change {
    private long before;
    private long now;
    private double errors;

    private long amount() {
      return now - before;
    }
  }

  private TopDiff() {}

  /** Its lines; see {@link TopText#of}. */
  static List<String> of(
      FlameGraph base,
      FlameGraph graph,
      int rows,
      int frames,
      boolean wide,
      Predicate<String> mine) {
    Map<Key, Change> changes = new LinkedHashMap<>();
    for (TopTable.Row row : TopTable.of(graph, frames, mine).rows()) {
      Change change = change(changes, row);
      change.now += row.value();
    }
    for (TopTable.Row row : TopTable.of(base, frames, mine).rows()) {
      Change change = change(changes, row);
      change.before += row.value();
    }
    List<Map.Entry<Key, Change>> all = new ArrayList<>(changes.entrySet());
    all.sort(
        Comparator.comparingLong((Map.Entry<Key, Change> one) -> -Math.abs(one.getValue().amount()))
            .thenComparing(one -> one.getKey().work())
            .thenComparing(one -> one.getKey().by()));
    List<Map.Entry<Key, Change>> shown = rows > 0 && all.size() > rows ? all.subList(0, rows) : all;
    List<String> visible = shown.stream().map(one -> VisibleText.of(one.getKey().work())).toList();
    KernelNames names = KernelNames.of(visible);
    List<String> what =
        wide ? visible : visible.stream().map(name -> names.shown(name, TopText.NAME)).toList();
    int width = what.stream().mapToInt(VisibleText::width).reduce("What".length(), Math::max);
    List<String> lines = new ArrayList<>();
    lines.add(
        graph.quantity().title()
            + ": "
            + graph.quantity().shown(base.total())
            + " before, "
            + graph.quantity().shown(graph.total())
            + " now");
    lines.add(
        String.format(
            Locale.ROOT,
            FORM,
            "Change",
            "Before",
            "Now",
            "95 % in",
            VisibleText.padded("What", width),
            "Asked for by"));
    for (int i = 0; i < shown.size(); i++) {
      Change change = shown.get(i).getValue();
      String sign = change.amount() < 0 ? "-" : "+";
      lines.add(
          String.format(
              Locale.ROOT,
              FORM,
              sign + graph.quantity().shown(Math.abs(change.amount())),
              graph.quantity().shown(change.before),
              graph.quantity().shown(change.now),
              change.errors > 0
                  ? "±" + graph.quantity().shown(Math.round(Math.sqrt(change.errors)))
                  : "",
              VisibleText.padded(what.get(i), width),
              VisibleText.of(shown.get(i).getKey().by())));
    }
    if (shown.size() < all.size()) {
      lines.add("and " + (all.size() - shown.size()) + " smaller changes (--rows 0 shows all)");
    }
    return lines;
  }

  private static Change change(Map<Key, Change> changes, TopTable.Row row) {
    Change change = changes.computeIfAbsent(new Key(row.work(), row.by()), unused -> new Change());
    change.errors += (double) row.error() * row.error();
    return change;
  }
}
