// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import java.util.Arrays;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableColumn;

/** Gives the width that the columns of a list of JMC's leave to one of them, which has names. */
final class SpareWidth {
  /** GTK makes the last column as wide as what is left: it is meant to be no wider than this. */
  private static final int LAST = 110;

  private final Table table;
  private final TableColumn column;
  private int own;
  private int given;

  /** Does nothing where there is no column with this title. */
  SpareWidth(Table table, String title) {
    this.table = table;
    column =
        Arrays.stream(table.getColumns())
            .filter(one -> one.getText().equals(title))
            .findFirst()
            .orElse(null);
    if (column != null) {
      own = column.getWidth();
      given = own;
      table.addListener(SWT.Resize, event -> give());
    }
  }

  private void give() {
    if (column.isDisposed()) {
      return; // JMC makes a column anew that was hidden.
    }
    if (column.getWidth() != given) {
      own = column.getWidth(); // Somebody wanted it so.
    }
    int others = 0;
    int[] order = table.getColumnOrder();
    for (int i = 0; i < order.length; i++) {
      TableColumn one = table.getColumn(order[i]);
      if (one != column) {
        others += i == order.length - 1 ? Math.min(LAST, one.getWidth()) : one.getWidth();
      }
    }
    given = Math.max(own, table.getClientArea().width - others);
    column.setWidth(given);
  }

  /** So that what JMC keeps is what fits a small window, too. */
  void takeBack() {
    if (column != null && !column.isDisposed() && column.getWidth() == given) {
      given = own;
      column.setWidth(own);
    }
  }
}
