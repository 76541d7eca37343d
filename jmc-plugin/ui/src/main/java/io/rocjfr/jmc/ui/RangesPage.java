// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.GpuAttributes;
import io.rocjfr.jmc.model.GpuEvents;
import io.rocjfr.jmc.model.RangeNode;
import io.rocjfr.jmc.model.RangeTree;
import java.util.function.Function;
import org.eclipse.jface.viewers.ColumnLabelProvider;
import org.eclipse.jface.viewers.ITreeContentProvider;
import org.eclipse.jface.viewers.TreeViewer;
import org.eclipse.jface.viewers.TreeViewerColumn;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.TreeColumn;
import org.eclipse.ui.forms.widgets.Form;
import org.eclipse.ui.forms.widgets.FormToolkit;
import org.openjdk.jmc.common.IDisplayable;
import org.openjdk.jmc.common.IState;
import org.openjdk.jmc.common.IWritableState;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemFilter;
import org.openjdk.jmc.common.item.ItemFilters;
import org.openjdk.jmc.common.unit.UnitLookup;
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
    addColumn(tree, widths, "message", "Message", 360, RangeNode::message);
    addColumn(tree, widths, "count", "Count", 90, node -> String.valueOf(node.count()));
    addColumn(tree, widths, "total", "Total", 120, node -> time(node.totalNanos()));
    addColumn(tree, widths, "gpu", "GPU Time Below", 130, node -> time(node.gpuNanos()));
    addColumn(
        tree, widths, "works", "Kernels and Copies", 140, node -> String.valueOf(node.works()));
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
        RangeTree.of(
            GpuEvents.ranges(selected == null ? all : selected),
            GpuEvents.calls(all),
            GpuEvents.work(all)));
    tree.expandToLevel(LEVELS);
  }

  /** The events of the selected nodes: all ranges of these messages. */
  private IItemCollection selected(TreeViewer tree) {
    IItemFilter[] messages =
        tree.getStructuredSelection().stream()
            .map(node -> ItemFilters.equals(GpuAttributes.MESSAGE, plainMessage((RangeNode) node)))
            .toArray(IItemFilter[]::new);
    return getDataSource().getItems().apply(ItemFilters.and(RANGES, ItemFilters.or(messages)));
  }

  private static String plainMessage(RangeNode node) {
    String message = node.message();
    return message.endsWith(RangeTree.START_STOP)
        ? message.substring(0, message.length() - RangeTree.START_STOP.length())
        : message;
  }

  private static String time(long nanos) {
    return UnitLookup.NANOSECOND.quantity(nanos).displayUsing(IDisplayable.AUTO);
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
      Function<RangeNode, String> text) {
    int style = tree.getTree().getColumnCount() == 0 ? SWT.LEFT : SWT.RIGHT;
    TreeViewerColumn column = new TreeViewerColumn(tree, style);
    column.getColumn().setText(title);
    column.getColumn().setData(id);
    column.getColumn().setWidth(StateToolkit.readInt(widths, id, width));
    column.setLabelProvider(
        new ColumnLabelProvider() {
          @Override
          public String getText(Object element) {
            return text.apply((RangeNode) element);
          }
        });
  }

  private static final class Children implements ITreeContentProvider {
    @Override
    public Object[] getElements(Object root) {
      return getChildren(root);
    }

    @Override
    public Object[] getChildren(Object parent) {
      return ((RangeNode) parent).children().toArray();
    }

    @Override
    public Object getParent(Object node) {
      return ((RangeNode) node).parent();
    }

    @Override
    public boolean hasChildren(Object node) {
      return !((RangeNode) node).children().isEmpty();
    }
  }
}
