// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.figures.Units;
import io.rocjfr.jmc.ui.FigureTable.Column;
import io.rocjfr.jmc.ui.data.RangeRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import org.eclipse.jface.viewers.ColumnLabelProvider;
import org.eclipse.jface.viewers.ITreeContentProvider;
import org.eclipse.jface.viewers.TreeViewer;
import org.eclipse.jface.viewers.TreeViewerColumn;
import org.eclipse.jface.viewers.Viewer;
import org.eclipse.jface.viewers.ViewerComparator;
import org.eclipse.jface.viewers.ViewerFilter;
import org.eclipse.swt.SWT;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.layout.GridLayout;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Text;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeColumn;
import org.openjdk.jmc.common.IState;
import org.openjdk.jmc.common.IWritableState;
import org.openjdk.jmc.common.util.StateToolkit;

/** The tree of ranges with their figures, sorted by any column, and searched. */
final class RangeTreeTable {
  private static final int LEAST_NAME = 200;

  private static final List<Column<RangeRow>> COLUMNS =
      List.of(
          Column.of("message", "Range", 320, "# stands for numbers that differ", RangeRow::name),
          Column.of(
              "count",
              "Count",
              80,
              "Their number",
              row -> Units.count(row.node().times().count()),
              row -> row.node().times().count()),
          time("total", "Total", "Their total duration", row -> row.node().times().total()),
          Column.of(
              "share",
              "Share",
              75,
              "Share of the total of all outermost ranges",
              row -> Units.share(row.share()),
              RangeRow::share),
          time("average", "Average", "The mean", row -> row.node().times().average()),
          time(
              "p50",
              "p50",
              "Half of the ranges took this long or less",
              row -> row.node().times().percentile(50)),
          time(
              "p99",
              "p99",
              "99 % of the ranges took this long or less",
              row -> row.node().times().percentile(99)),
          time("max", "Max", "The longest", row -> row.node().times().max()),
          time(
              "gpu",
              "GPU Time",
              "Running time of work that was submitted in the range. Overlapping work counts once",
              row -> row.node().gpuNanos()),
          Column.of(
              "works",
              "Work",
              80,
              "Number of kernels and copies that were submitted in the range",
              row -> Units.count(row.node().works()),
              row -> row.node().works()));

  private final TreeViewer viewer;
  private final Text search;
  private List<RangeRow> outermost = List.of();
  private Column<RangeRow> sortedBy = COLUMNS.get(2);
  private boolean descending = true;

  RangeTreeTable(Composite parent, IState state) {
    Composite area = new Composite(parent, SWT.NONE);
    GridLayout layout = new GridLayout();
    layout.marginWidth = 0;
    layout.marginHeight = 0;
    layout.verticalSpacing = 2;
    area.setLayout(layout);
    search = new Text(area, SWT.SEARCH | SWT.ICON_SEARCH | SWT.ICON_CANCEL | SWT.BORDER);
    search.setMessage("Search");
    search.setLayoutData(new GridData(SWT.FILL, SWT.CENTER, true, false));
    viewer = new TreeViewer(area, SWT.FULL_SELECTION | SWT.MULTI | SWT.BORDER);
    Tree tree = viewer.getTree();
    tree.setHeaderVisible(true);
    tree.setLinesVisible(true);
    tree.setLayoutData(new GridData(SWT.FILL, SWT.FILL, true, true));
    viewer.setUseHashlookup(true);
    viewer.setContentProvider(new Children());
    COLUMNS.forEach(column -> add(column, state));
    viewer.setFilters(new Matching());
    search.addModifyListener(
        event -> {
          viewer.refresh();
          if (!wanted().isEmpty()) {
            viewer.expandToLevel(OpenLevels.of(outermost, wanted()));
          }
        });
    tree.addListener(SWT.Resize, event -> fill());
    tree.addListener(SWT.Dispose, event -> outermost = List.of());
    sort();
  }

  private static Column<RangeRow> time(
      String id, String title, String about, ToLongFunction<RangeRow> nanos) {
    return Column.of(
        id,
        title,
        85,
        about,
        row -> Units.duration(nanos.applyAsLong(row)),
        row -> nanos.applyAsLong(row));
  }

  private void add(Column<RangeRow> column, IState state) {
    boolean first = column.equals(COLUMNS.get(0));
    TreeViewerColumn made = new TreeViewerColumn(viewer, first ? SWT.LEFT : SWT.RIGHT);
    made.getColumn().setText(column.title());
    made.getColumn().setToolTipText(column.description());
    made.getColumn()
        .setWidth(
            state == null
                ? column.width()
                : StateToolkit.readInt(state, column.id(), column.width()));
    made.getColumn()
        .addListener(
            SWT.Selection,
            event -> {
              descending = column.equals(sortedBy) ? !descending : !first;
              sortedBy = column;
              sort();
            });
    made.setLabelProvider(
        new ColumnLabelProvider() {
          @Override
          public String getText(Object element) {
            return column.text().apply((RangeRow) element);
          }
        });
  }

  private void sort() {
    Tree tree = viewer.getTree();
    tree.setSortColumn(tree.getColumn(COLUMNS.indexOf(sortedBy)));
    tree.setSortDirection(descending ? SWT.DOWN : SWT.UP);
    Comparator<RangeRow> order =
        sortedBy.order() == null ? Comparator.comparing(sortedBy.text()) : sortedBy.order();
    Comparator<RangeRow> directed = descending ? order.reversed() : order;
    viewer.setComparator(
        new ViewerComparator() {
          @Override
          public int compare(Viewer unused, Object one, Object other) {
            return directed.compare((RangeRow) one, (RangeRow) other);
          }
        });
  }

  private void fill() {
    Tree tree = viewer.getTree();
    int others = 0;
    int last = tree.getColumnCount() - 1;
    for (int i = 1; i < last; i++) {
      others += tree.getColumn(i).getWidth();
    }
    others += COLUMNS.get(last).width(); // GTK has made it as wide as what was left.
    tree.getColumn(0).setWidth(Math.max(LEAST_NAME, tree.getClientArea().width - others - 4));
  }

  void show(List<RangeRow> rows) {
    outermost = rows;
    viewer.setInput(rows);
    viewer.expandToLevel(OpenLevels.of(rows, wanted()));
  }

  private String wanted() {
    return search.getText().trim().toLowerCase(Locale.ROOT);
  }

  List<RangeRow> selected() {
    List<RangeRow> selected = new ArrayList<>();
    for (Object row : viewer.getStructuredSelection().toList()) {
      selected.add((RangeRow) row);
    }
    return selected;
  }

  TreeViewer viewer() {
    return viewer;
  }

  void save(IWritableState state) {
    int place = 0;
    for (TreeColumn column : viewer.getTree().getColumns()) {
      StateToolkit.writeInt(state, COLUMNS.get(place++).id(), column.getWidth());
    }
  }

  private final class Matching extends ViewerFilter {
    @Override
    public boolean select(Viewer unused, Object parent, Object row) {
      return wanted().isEmpty() || ((RangeRow) row).matches(wanted());
    }
  }

  private static final class Children implements ITreeContentProvider {
    @Override
    public Object[] getElements(Object outermost) {
      return ((List<?>) outermost).toArray();
    }

    @Override
    public Object[] getChildren(Object row) {
      return ((RangeRow) row).children().toArray();
    }

    @Override
    public Object getParent(Object row) {
      return ((RangeRow) row).parent();
    }

    @Override
    public boolean hasChildren(Object row) {
      return !((RangeRow) row).children().isEmpty();
    }
  }
}
