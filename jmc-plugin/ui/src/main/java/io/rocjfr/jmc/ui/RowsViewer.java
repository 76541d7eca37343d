// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import java.util.List;
import org.eclipse.jface.viewers.ILazyContentProvider;
import org.eclipse.jface.viewers.TableViewer;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;

/**
 * A table that makes those of its rows that are seen. What is selected stays selected, wherever it
 * moves: JFace alone looks for it among the rows that were made, at the places that they had.
 */
final class RowsViewer<T> extends TableViewer {
  private final ShownRows<T> rows;

  RowsViewer(Composite parent, int style, ShownRows<T> rows) {
    super(parent, style | SWT.VIRTUAL);
    this.rows = rows;
    setContentProvider((ILazyContentProvider) this::make);
    setInput(rows);
    getTable().addDisposeListener(event -> rows.show(List.of())); // Others may hold what is gone.
  }

  private void make(int place) {
    if (place < rows.size()) {
      replace(rows.at(place), place);
    }
  }

  /** Changes which rows there are, or their order. */
  void change(Runnable change) {
    preservingSelection(
        () -> {
          change.run();
          getTable().deselectAll();
          getTable().setItemCount(rows.size());
          getTable().clearAll();
        });
  }

  @Override
  protected List<T> getSelectionFromWidget() {
    return rows.at(getTable().getSelectionIndices());
  }

  @Override
  @SuppressWarnings("rawtypes") // As JFace declares it.
  protected void setSelectionToWidget(List selected, boolean reveal) {
    int[] places = selected == null ? new int[0] : rows.placesOf(selected);
    getTable().deselectAll();
    getTable().select(places);
    if (reveal && places.length > 0) {
      getTable().showSelection();
    }
  }
}
