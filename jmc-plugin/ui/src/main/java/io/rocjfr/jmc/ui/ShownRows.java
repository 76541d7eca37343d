// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The rows of a table that were searched for, in its order; needs no window. */
final class ShownRows<T> {
  private final Function<T, String> searched;
  private List<T> all = List.of();
  private List<T> shown = List.of();

  /** Null as long as there is none. */
  private Comparator<T> order;

  private String wanted = "";

  /**
   * Has no rows yet.
   *
   * @param searched what is searched of a row
   */
  ShownRows(Function<T, String> searched) {
    this.searched = searched;
  }

  void show(List<T> rows) {
    all = List.copyOf(rows);
    select();
  }

  void order(Comparator<T> by) {
    order = by;
    select();
  }

  /** Leaves out all rows without this text. */
  void search(String text) {
    wanted = text.trim().toLowerCase(Locale.ROOT);
    select();
  }

  private void select() {
    List<T> rows = new ArrayList<>(all);
    if (!wanted.isEmpty()) {
      rows.removeIf(row -> !searched.apply(row).toLowerCase(Locale.ROOT).contains(wanted));
    }
    if (order != null) {
      rows.sort(order);
    }
    shown = rows;
  }

  int size() {
    return shown.size();
  }

  T at(int place) {
    return shown.get(place);
  }

  /** The rows at these places, as far as there are any. */
  List<T> at(int[] places) {
    return IntStream.of(places).filter(place -> place < shown.size()).mapToObj(shown::get).toList();
  }

  /** Where these rows are, as far as they are shown, in ascending order. */
  int[] placesOf(Collection<?> rows) {
    if (rows.isEmpty()) {
      return new int[0];
    }
    Set<Object> sought = new HashSet<>(rows);
    return IntStream.range(0, shown.size())
        .filter(place -> sought.contains(shown.get(place)))
        .toArray();
  }
}
