// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Values by key in bounded memory: whatever comes beyond the last row shares one row. */
public final class BoundedTable<V> {
  /** More than anybody reads; programs that put an id into every name must not exhaust us. */
  public static final int ROWS = 10_000;

  public static final String OTHERS = "(others)";

  private final Map<String, V> rows = new LinkedHashMap<>();
  private final Supplier<V> newRow;

  public BoundedTable(Supplier<V> newRow) {
    this.newRow = newRow;
  }

  public V row(String key) {
    V row = rows.get(key);
    if (row == null) {
      row = rows.computeIfAbsent(rows.size() < ROWS ? key : OTHERS, name -> newRow.get());
    }
    return row;
  }

  public Map<String, V> rows() {
    return rows;
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }
}
