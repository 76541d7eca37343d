// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.figures.Units;
import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.JmcAttributes;
import io.rocjfr.jmc.model.OwnItems;
import io.rocjfr.jmc.rules.Topics;
import io.rocjfr.jmc.ui.FigureTable.Column;
import io.rocjfr.jmc.ui.data.GroupRow;
import io.rocjfr.jmc.ui.data.GroupTable;
import io.rocjfr.jmc.ui.data.RowKind;
import io.rocjfr.jmc.ui.data.Sites.StackRow;
import java.util.List;
import java.util.function.Supplier;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.TabFolder;
import org.eclipse.swt.widgets.TabItem;
import org.openjdk.jmc.common.IState;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.flightrecorder.JfrAttributes;
import org.openjdk.jmc.flightrecorder.ui.IPageContainer;
import org.openjdk.jmc.flightrecorder.ui.IPageDefinition;
import org.openjdk.jmc.flightrecorder.ui.StreamModel;
import org.openjdk.jmc.flightrecorder.ui.common.ImageConstants;
import org.openjdk.jmc.flightrecorder.ui.common.ItemList.ItemListBuilder;
import org.openjdk.jmc.flightrecorder.ui.selection.SelectionStoreActionToolkit;
import org.openjdk.jmc.ui.handlers.MCContextMenuManager;

/** Kernels: how often and how long they ran, and from where they were launched. */
public final class KernelsPage extends HistogramPage {
  private static final int FRAMES = 6;
  private static final String NO_STACKS =
      "\n  This recording has no stacks of calls."
          + "\n  To record them: jcmd PID JFR.start +rocjfr.LaunchSite#enabled=true";

  private FigureTable<StackRow> stacks;

  KernelsPage(IPageDefinition definition, StreamModel model, IPageContainer container) {
    super(
        definition,
        model,
        container,
        OwnItems.of(EventTypes.KERNEL_DISPATCH),
        RowKind.KERNEL,
        GroupTable.By.NAME);
  }

  /** Named in plugin.xml. */
  public static final class Factory extends GpuPageFactory {
    public Factory() {
      super(
          "Kernels",
          ImageConstants.PAGE_METHOD,
          new String[] {Topics.KERNELS},
          KernelsPage::new,
          EventTypes.KERNEL_DISPATCH);
    }
  }

  @Override
  List<Column<GroupRow>> columns() {
    return Columns.times("Kernel");
  }

  @Override
  FigureTable<GroupRow> table(Composite parent, View view, IState state) {
    TabFolder tabs = new TabFolder(parent, SWT.NONE);
    FigureTable<GroupRow> table = view.newTable(tabs, state);
    addTab(tabs, "By Kernel", table.area());
    if (view.data().sites().isEmpty()) {
      stacks = null;
      Label none = new Label(tabs, SWT.NONE);
      none.setText(NO_STACKS);
      addTab(tabs, "By Stack", none);
    } else {
      stacks = stacks(tabs, view);
      addTab(tabs, "By Stack", stacks.area());
      FigureTable<StackRow> shown = stacks;
      // The page stays as long as the editor.
      shown.area().addListener(SWT.Dispose, event -> stacks = stacks == shown ? null : stacks);
    }
    return table;
  }

  private static void addTab(TabFolder tabs, String name, org.eclipse.swt.widgets.Control control) {
    TabItem tab = new TabItem(tabs, SWT.NONE);
    tab.setText(name);
    tab.setControl(control);
  }

  private static FigureTable<StackRow> stacks(Composite parent, View view) {
    FigureTable<StackRow> table =
        new FigureTable<StackRow>(
                parent,
                null,
                Columns.TOTAL,
                List.of(
                    Column.of(
                        "stack",
                        "Launched From",
                        400,
                        "The frames of the program",
                        KernelsPage::frames),
                    Column.of(
                        "count",
                        "Count",
                        90,
                        "Number of executions, an estimate if not all stacks were recorded",
                        row -> Units.count(row.count()),
                        StackRow::count),
                    Column.of(
                        Columns.TOTAL,
                        "Total",
                        110,
                        "Their total time, an estimate if not all stacks were recorded",
                        row -> Units.duration(row.nanos()),
                        StackRow::nanos)))
            .withTips(row -> String.join("\n", row.frames()));
    String name = "Kernels by Stack";
    Supplier<IItemCollection> items =
        () -> view.items(table.selected().stream().map(StackRow::rows));
    MCContextMenuManager menu = MCContextMenuManager.create(table.viewer().getControl());
    SelectionStoreActionToolkit.addSelectionStoreActions(
        table.viewer(), view.container().getSelectionStore(), items, name, menu);
    Navigation.addActions(menu, view.container(), view.data(), name, items);
    table
        .viewer()
        .addSelectionChangedListener(
            event ->
                table.selected().stream()
                    .findFirst()
                    .ifPresent(
                        row -> {
                          view.list(row.rows());
                          view.container().showSelection(row.sites());
                        }));
    return table;
  }

  private static String frames(StackRow row) {
    List<String> frames = row.frames();
    return String.join(" < ", frames.subList(0, Math.min(FRAMES, frames.size())));
  }

  @Override
  void shown(int[] rows) {
    if (stacks != null) {
      stacks.show(data().sites().of(data().table(), rows));
    }
  }

  @Override
  void addColumns(ItemListBuilder list) {
    list.addColumn(JfrAttributes.START_TIME);
    list.addColumn(JfrAttributes.DURATION);
    list.addColumn(JmcAttributes.KERNEL);
    EventList.addIfAny(list, JmcAttributes.DEVICE);
    list.addColumn(JmcAttributes.QUEUE);
    EventList.addIfAny(list, JmcAttributes.STREAM);
    list.addColumn(JmcAttributes.THREAD_NAME);
    EventList.addSite(list, data());
    EventList.addId(list, JmcAttributes.CORRELATION_ID);
  }
}
