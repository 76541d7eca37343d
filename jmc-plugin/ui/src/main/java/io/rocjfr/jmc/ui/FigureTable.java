// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.eclipse.jface.viewers.ColumnLabelProvider;
import org.eclipse.jface.viewers.ColumnViewerToolTipSupport;
import org.eclipse.jface.viewers.TableViewer;
import org.eclipse.jface.viewers.TableViewerColumn;
import org.eclipse.swt.SWT;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.layout.GridLayout;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableColumn;
import org.eclipse.swt.widgets.Text;
import org.openjdk.jmc.common.IState;
import org.openjdk.jmc.common.IWritableState;
import org.openjdk.jmc.common.util.StateToolkit;

/**
 * A table of figures that were worked out before: sorted by any column, searched by the first,
 * which has the width that the others leave.
 */
final class FigureTable<T> {
  private static final int LEAST_NAME = 130;

  /**
   * A column.
   *
   * @param order null where the text is the order
   */
  record Column<T>(
      String id,
      String title,
      int width,
      String description,
      Function<T, String> text,
      Comparator<T> order) {
    static <T> Column<T> of(
        String id, String title, int width, String about, Function<T, String> text) {
      return new Column<>(id, title, width, about, text, null);
    }

    static <T> Column<T> of(
        String id,
        String title,
        int width,
        String about,
        Function<T, String> text,
        Function<T, ? extends Comparable<?>> value) {
      return new Column<>(id, title, width, about, text, comparing(value));
    }

    @SuppressWarnings("unchecked") // All values of a column are of one type.
    private static <T> Comparator<T> comparing(Function<T, ? extends Comparable<?>> value) {
      return Comparator.comparing(row -> (Comparable<Object>) value.apply(row));
    }
  }

  private final Composite area;
  private final ShownRows<T> rows;
  private final RowsViewer<T> viewer;
  private final Text search;
  private final List<Column<T>> columns;
  private Column<T> sortedBy;
  private boolean descending;
  private Function<T, String> tip;

  FigureTable(Composite parent, IState state, String sortColumn, List<Column<T>> columns) {
    this.columns = columns;
    tip = columns.get(0).text();
    area = new Composite(parent, SWT.NONE);
    GridLayout layout = new GridLayout();
    layout.marginWidth = 0;
    layout.marginHeight = 0;
    layout.verticalSpacing = 2;
    area.setLayout(layout);
    search = new Text(area, SWT.SEARCH | SWT.ICON_SEARCH | SWT.ICON_CANCEL | SWT.BORDER);
    search.setMessage("Search");
    search.setLayoutData(new GridData(SWT.FILL, SWT.CENTER, true, false));
    rows = new ShownRows<>(columns.get(0).text());
    viewer =
        new RowsViewer<>(area, SWT.FULL_SELECTION | SWT.MULTI | SWT.BORDER | SWT.V_SCROLL, rows);
    Table table = viewer.getTable();
    table.setHeaderVisible(true);
    table.setLinesVisible(true);
    table.setLayoutData(new GridData(SWT.FILL, SWT.FILL, true, true));
    ColumnViewerToolTipSupport.enableFor(viewer);
    for (Column<T> column : columns) {
      add(column, state);
    }
    sortedBy = columns.get(0);
    String wanted = state == null ? null : state.getAttribute("sortColumn");
    sort(wanted == null ? sortColumn : wanted, state == null ? null : state.getAttribute("order"));
    search.addModifyListener(event -> viewer.change(() -> rows.search(search.getText())));
    table.addListener(SWT.Resize, event -> fill());
  }

  private void add(Column<T> column, IState state) {
    boolean first = column.equals(columns.get(0));
    TableViewerColumn made =
        new TableViewerColumn(viewer, column.order() == null ? SWT.LEFT : SWT.RIGHT);
    made.getColumn().setText(column.title());
    made.getColumn().setToolTipText(column.description());
    made.getColumn().setMoveable(true);
    IState widths = state == null ? null : state.getChild("widths");
    made.getColumn()
        .setWidth(
            widths == null
                ? column.width()
                : StateToolkit.readInt(widths, column.id(), column.width()));
    made.getColumn()
        .addListener(
            SWT.Selection,
            event -> {
              descending = column.equals(sortedBy) ? !descending : !first;
              sortedBy = column;
              showOrder();
            });
    made.setLabelProvider(
        new ColumnLabelProvider() {
          @Override
          @SuppressWarnings("unchecked") // show takes no others.
          public String getText(Object element) {
            return column.text().apply((T) element);
          }

          @Override
          @SuppressWarnings("unchecked") // show takes no others.
          public String getToolTipText(Object element) {
            return first ? tip.apply((T) element) : null; // Names may be cut.
          }
        });
  }

  private void sort(String id, String order) {
    for (Column<T> column : columns) {
      if (column.id().equals(id)) {
        sortedBy = column;
        descending = order == null ? !column.equals(columns.get(0)) : order.equals("descending");
      }
    }
    showOrder();
  }

  private void showOrder() {
    Table table = viewer.getTable();
    table.setSortColumn(table.getColumn(columns.indexOf(sortedBy)));
    table.setSortDirection(descending ? SWT.DOWN : SWT.UP);
    Comparator<T> order =
        sortedBy.order() == null ? Comparator.comparing(sortedBy.text()) : sortedBy.order();
    viewer.change(() -> rows.order(descending ? order.reversed() : order));
  }

  /** Gives the first column what the others leave. */
  private void fill() {
    Table table = viewer.getTable();
    int others = 0;
    int last = table.getColumnCount() - 1;
    for (int i = 1; i < last; i++) {
      others += table.getColumn(i).getWidth();
    }
    others += columns.get(last).width(); // GTK has made it as wide as what was left.
    table.getColumn(0).setWidth(Math.max(LEAST_NAME, table.getClientArea().width - others - 4));
  }

  void show(List<T> shown) {
    viewer.change(() -> rows.show(shown));
    viewer
        .getTable()
        .getDisplay()
        .asyncExec(
            () -> {
              if (!viewer.getTable().isDisposed()) {
                fill();
              }
            });
  }

  List<T> selected() {
    return viewer.getSelectionFromWidget();
  }

  TableViewer viewer() {
    return viewer;
  }

  /** Leaves out the search, where there are a few rows only. */
  FigureTable<T> withoutSearch() {
    search.setVisible(false);
    ((GridData) search.getLayoutData()).exclude = true;
    return this;
  }

  /** What is said of a row, instead of the text of its first column. */
  FigureTable<T> withTips(Function<T, String> tips) {
    tip = tips;
    return this;
  }

  /** Begins with the least value instead of the greatest. */
  FigureTable<T> ascending() {
    descending = false;
    showOrder();
    return this;
  }

  Composite area() {
    return area;
  }

  void save(IWritableState state) {
    state.putString("sortColumn", sortedBy.id());
    state.putString("order", descending ? "descending" : "ascending");
    IWritableState widths = state.createChild("widths");
    int place = 0;
    for (TableColumn column : viewer.getTable().getColumns()) {
      StateToolkit.writeInt(widths, columns.get(place++).id(), column.getWidth());
    }
  }
}
