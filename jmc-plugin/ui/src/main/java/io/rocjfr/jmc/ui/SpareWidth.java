// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableColumn;

/** Gives the width that the columns of a list of JMC's leave to those of them that have names. */
final class SpareWidth {
  /** GTK makes the last column as wide as what is left: it is meant to be no wider than this. */
  private static final int LAST = 110;

  private final Table table;
  private final List<TableColumn> columns;
  private final int[] own;
  private int[] given;

  /** Takes no notice of titles that no column has. */
  SpareWidth(Table table, Collection<String> titles) {
    this.table = table;
    columns =
        Arrays.stream(table.getColumns()).filter(one -> titles.contains(one.getText())).toList();
    own = columns.stream().mapToInt(TableColumn::getWidth).toArray();
    given = own.clone();
    table.addListener(SWT.Resize, event -> give());
  }

  private void give() {
    if (columns.stream().anyMatch(TableColumn::isDisposed)) {
      return; // JMC makes a column anew that was hidden.
    }
    for (int i = 0; i < own.length; i++) {
      if (columns.get(i).getWidth() != given[i]) {
        own[i] = columns.get(i).getWidth(); // Somebody wanted it so.
      }
    }
    int others = 0;
    int[] order = table.getColumnOrder();
    for (int i = 0; i < order.length; i++) {
      TableColumn one = table.getColumn(order[i]);
      if (!columns.contains(one)) {
        others += i == order.length - 1 ? Math.min(LAST, one.getWidth()) : one.getWidth();
      }
    }
    set(shared(own, table.getClientArea().width - others));
  }

  private void set(int[] widths) {
    given = widths.clone();
    for (int i = 0; i < widths.length; i++) {
      columns.get(i).setWidth(widths[i]);
    }
  }

  /** Each has its own width, and of what is left of the room as much as the others. */
  static int[] shared(int[] own, int room) {
    int spare = Math.max(0, room - IntStream.of(own).sum());
    int[] widths = own.clone();
    for (int i = 0; i < widths.length; i++) {
      int part = spare / (widths.length - i);
      widths[i] += part;
      spare -= part;
    }
    return widths;
  }

  /** So that what JMC keeps is what fits a small window, too. */
  void takeBack() {
    boolean disposed = columns.stream().anyMatch(TableColumn::isDisposed);
    if (!disposed) {
      int[] widths = columns.stream().mapToInt(TableColumn::getWidth).toArray();
      for (int i = 0; i < widths.length; i++) {
        widths[i] = widths[i] == given[i] ? own[i] : widths[i];
      }
      set(widths);
    }
  }
}
