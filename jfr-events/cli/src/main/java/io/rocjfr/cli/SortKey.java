// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.figures.Distribution;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** By what the rows of a table are sorted. */
enum SortKey {
  TOTAL,
  COUNT,
  AVERAGE,
  P50,
  P99,
  MAX,
  NAME;

  /** The rows, the greatest first, and equal ones by name. */
  <V> List<Map.Entry<String, V>> sort(Map<String, V> rows, Function<V, Distribution> statistics) {
    Comparator<Map.Entry<String, V>> byValue =
        Comparator.comparingLong(row -> value(statistics.apply(row.getValue())));
    return rows.entrySet().stream()
        .sorted(byValue.reversed().thenComparing(Map.Entry.comparingByKey()))
        .toList();
  }

  /** As the user writes it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  private long value(Distribution statistics) {
    return switch (this) {
      case TOTAL -> statistics.total();
      case COUNT -> statistics.count();
      case AVERAGE -> statistics.average();
      case P50 -> statistics.percentile(50);
      case P99 -> statistics.percentile(99);
      case MAX -> statistics.max();
      case NAME -> 0;
    };
  }
}
