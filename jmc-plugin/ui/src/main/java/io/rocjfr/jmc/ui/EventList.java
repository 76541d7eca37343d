// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import java.util.function.Consumer;
import java.util.stream.Stream;
import org.eclipse.swt.widgets.Composite;
import org.openjdk.jmc.common.IState;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.ItemCollectionToolkit;
import org.openjdk.jmc.flightrecorder.ui.IPageContainer;
import org.openjdk.jmc.flightrecorder.ui.common.ItemList;
import org.openjdk.jmc.flightrecorder.ui.common.ItemList.ItemListBuilder;
import org.openjdk.jmc.flightrecorder.ui.selection.SelectionStoreActionToolkit;
import org.openjdk.jmc.ui.column.ColumnMenusFactory;
import org.openjdk.jmc.ui.column.TableSettings;
import org.openjdk.jmc.ui.handlers.MCContextMenuManager;

/** Lists of events: their columns are kept, and what is selected in them can be stored. */
final class EventList {
  private EventList() {}

  static ItemList create(
      Composite parent,
      IPageContainer container,
      String selectionName,
      IState state,
      Consumer<ItemListBuilder> columns) {
    ItemListBuilder builder = new ItemListBuilder();
    columns.accept(builder);
    ItemList list = builder.build(parent, TableSettings.forState(state));
    MCContextMenuManager menu =
        MCContextMenuManager.create(list.getManager().getViewer().getControl());
    ColumnMenusFactory.addDefaultMenus(list.getManager(), menu);
    SelectionStoreActionToolkit.addSelectionStoreActions(
        container.getSelectionStore(), list, selectionName, menu);
    list.getManager()
        .getViewer()
        .addSelectionChangedListener(event -> container.showSelection(selected(list)));
    return list;
  }

  static IItemCollection selected(ItemList list) {
    Stream<? extends IItem> selected = list.getSelection().get();
    return ItemCollectionToolkit.build(selected);
  }
}
