// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import io.rocjfr.figures.KernelNames;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which name takes the most time, the second most...: by this names have colours everywhere. */
public final class NameRanks {
  private final Map<RowKind, Map<String, Integer>> ranks = new EnumMap<>(RowKind.class);
  private final Map<RowKind, List<String>> first = new EnumMap<>(RowKind.class);

  private final KernelNames kernels;

  NameRanks(RecordingData data) {
    for (RowKind kind : RowKind.values()) {
      Map<String, Integer> ofKind = new HashMap<>();
      List<GroupRow> rows =
          kind == RowKind.KERNEL ? data.groups(kind, GroupTable.By.NAME) : List.of();
      rows.forEach(row -> ofKind.put(row.key(), ofKind.size()));
      ranks.put(kind, ofKind);
      first.put(kind, rows.stream().limit(12).map(GroupRow::key).toList());
    }
    kernels = KernelNames.of(ranks.get(RowKind.KERNEL).keySet());
  }

  /** From 0 for the name with the greatest total; -1 for names of which none matters. */
  public int rank(RowKind kind, String name) {
    return ranks.get(kind).getOrDefault(name, -1);
  }

  /** The names of all kernels. */
  public KernelNames kernels() {
    return kernels;
  }

  /** The first few. */
  public List<String> first(RowKind kind) {
    return first.get(kind);
  }
}
