// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.figures.RangeForest;
import io.rocjfr.figures.RangeNode;
import io.rocjfr.figures.Units;
import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.GpuAttributes;
import io.rocjfr.jmc.model.GpuEvents;
import io.rocjfr.jmc.model.RangeTree;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.eclipse.jface.viewers.ColumnLabelProvider;
import org.eclipse.jface.viewers.ITreeContentProvider;
import org.eclipse.jface.viewers.TreeViewer;
import org.eclipse.jface.viewers.TreeViewerColumn;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.TreeColumn;
import org.eclipse.ui.forms.widgets.Form;
import org.eclipse.ui.forms.widgets.FormToolkit;
import org.openjdk.jmc.common.IState;
import org.openjdk.jmc.common.IWritableState;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemFilter;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.item.ItemFilters;
import org.openjdk.jmc.common.util.PredicateToolkit;
import org.openjdk.jmc.common.util.StateToolkit;
import org.openjdk.jmc.flightrecorder.ui.IPageContainer;
import org.openjdk.jmc.flightrecorder.ui.IPageDefinition;
import org.openjdk.jmc.flightrecorder.ui.IPageUI;
import org.openjdk.jmc.flightrecorder.ui.StreamModel;
import org.openjdk.jmc.flightrecorder.ui.common.DataPageToolkit;
import org.openjdk.jmc.flightrecorder.ui.common.ImageConstants;
import org.openjdk.jmc.flightrecorder.ui.selection.SelectionStoreActionToolkit;
import org.openjdk.jmc.ui.handlers.MCContextMenuManager;

/** The tree of roctx ranges, with the GPU time below each. */
public final class RangesPage extends GpuPage {
  private static final IItemFilter RANGES = ItemFilters.type(EventTypes.ROCTX_RANGE);
  private static final int LEVELS = 3;
  private static final String COLUMNS = "columns";

  RangesPage(IPageDefinition definition, StreamModel model, IPageContainer container) {
    super(definition, model, container, RANGES);
  }

  /** Named in plugin.xml. */
  public static final class Factory extends GpuPageFactory {
    public Factory() {
      super(
          "roctx Ranges",
          ImageConstants.ICON_LANES,
          new String[0],
          RangesPage::new,
          EventTypes.ROCTX_RANGE);
    }
  }

  @Override
  public IPageUI display(
      Composite parent, FormToolkit toolkit, IPageContainer container, IState state) {
    Form form = DataPageToolkit.createForm(parent, toolkit, getName(), getIcon());
    TreeViewer tree = new TreeViewer(form.getBody(), SWT.FULL_SELECTION | SWT.MULTI | SWT.BORDER);
    tree.getTree().setHeaderVisible(true);
    tree.setContentProvider(new Children());
    IState widths = state.getChild(COLUMNS);
    addColumn(tree, widths, "message", "Message", 360, Row::name);
    addColumn(tree, widths, "count", "Count", 90, row -> Units.count(row.node.times().count()));
    addColumn(tree, widths, "total", "Total", 120, row -> Units.duration(row.node.times().total()));
    addColumn(
        tree, widths, "gpu", "GPU Time Below", 130, row -> Units.duration(row.node.gpuNanos()));
    addColumn(
        tree, widths, "works", "Kernels and Copies", 140, row -> Units.count(row.node.works()));
    tree.addSelectionChangedListener(event -> container.showSelection(selected(tree)));
    SelectionStoreActionToolkit.addSelectionStoreActions(
        tree,
        container.getSelectionStore(),
        () -> selected(tree),
        "roctx Range Selection",
        MCContextMenuManager.create(tree.getControl()));
    follow(form, container, (items, range) -> show(tree, items));
    return writable -> saveWidths(tree, writable.createChild(COLUMNS));
  }

  /** Calls and work are those of the whole recording: they may run long after the range. */
  private void show(TreeViewer tree, IItemCollection selected) {
    IItemCollection all = getDataSource().getItems();
    tree.setInput(
        Row.outermost(
            RangeTree.of(
                GpuEvents.ranges(selected == null ? all : selected),
                GpuEvents.calls(all),
                GpuEvents.work(all))));
    tree.expandToLevel(LEVELS);
  }

  /** The events of the selected rows: all ranges of these messages. */
  private IItemCollection selected(TreeViewer tree) {
    IItemFilter[] messages =
        tree.getStructuredSelection().stream()
            .map(row -> named(((Row) row).node))
            .toArray(IItemFilter[]::new);
    return getDataSource().getItems().apply(ItemFilters.and(RANGES, ItemFilters.or(messages)));
  }

  /** A folded row stands for all messages that differ in their numbers only. */
  static IItemFilter named(RangeNode node) {
    return type -> {
      IMemberAccessor<String, IItem> message = GpuAttributes.MESSAGE.getAccessor(type);
      return message == null
          ? PredicateToolkit.falsePredicate()
          : item -> {
            String ofItem = message.getMember(item);
            return ofItem != null && node.covers(ofItem);
          };
    };
  }

  /**
   * A row of the tree.
   *
   * @param startStop whether it is of ranges that begin and end apart, and nest in nothing
   */
  record Row(RangeNode node, boolean startStop) {
    static List<Row> outermost(RangeForest ranges) {
      return Stream.concat(
              rows(ranges.nested(), false).stream(), rows(ranges.startStop(), true).stream())
          .toList();
    }

    static List<Row> rows(RangeNode parent, boolean startStop) {
      return parent.children().values().stream().map(node -> new Row(node, startStop)).toList();
    }

    String name() {
      return node.message() + (startStop ? " (start/stop)" : "");
    }
  }

  private static void saveWidths(TreeViewer tree, IWritableState state) {
    for (TreeColumn column : tree.getTree().getColumns()) {
      StateToolkit.writeInt(state, (String) column.getData(), column.getWidth());
    }
  }

  private static void addColumn(
      TreeViewer tree,
      IState widths,
      String id,
      String title,
      int width,
      Function<Row, String> text) {
    int style = tree.getTree().getColumnCount() == 0 ? SWT.LEFT : SWT.RIGHT;
    TreeViewerColumn column = new TreeViewerColumn(tree, style);
    column.getColumn().setText(title);
    column.getColumn().setData(id);
    column.getColumn().setWidth(StateToolkit.readInt(widths, id, width));
    column.setLabelProvider(
        new ColumnLabelProvider() {
          @Override
          public String getText(Object element) {
            return text.apply((Row) element);
          }
        });
  }

  private static final class Children implements ITreeContentProvider {
    @Override
    public Object[] getElements(Object outermost) {
      return ((List<?>) outermost).toArray();
    }

    @Override
    public Object[] getChildren(Object row) {
      return Row.rows(((Row) row).node, false).toArray();
    }

    @Override
    public Object getParent(Object row) {
      return null; // Folded rows know what is below them only.
    }

    @Override
    public boolean hasChildren(Object row) {
      return !((Row) row).node.children().isEmpty();
    }
  }
}
