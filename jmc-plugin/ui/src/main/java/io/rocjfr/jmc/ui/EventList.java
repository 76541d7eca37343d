// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.figures.Units;
import io.rocjfr.jmc.model.JmcAttributes;
import io.rocjfr.jmc.ui.data.Excerpt;
import io.rocjfr.jmc.ui.data.RecordingData;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.eclipse.swt.SWT;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.layout.GridLayout;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Table;
import org.openjdk.jmc.common.IState;
import org.openjdk.jmc.common.IWritableState;
import org.openjdk.jmc.common.item.IAttribute;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.item.ItemCollectionToolkit;
import org.openjdk.jmc.common.item.ItemToolkit;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.flightrecorder.ui.IPageContainer;
import org.openjdk.jmc.flightrecorder.ui.common.ItemList;
import org.openjdk.jmc.flightrecorder.ui.common.ItemList.ItemListBuilder;
import org.openjdk.jmc.flightrecorder.ui.selection.SelectionStoreActionToolkit;
import org.openjdk.jmc.ui.column.ColumnMenusFactory;
import org.openjdk.jmc.ui.column.TableSettings;
import org.openjdk.jmc.ui.handlers.MCContextMenuManager;

/** A list of events; of very many it shows the first or the longest, and says so. */
final class EventList {
  static final String SITE = "launchSite";
  static final String LAUNCHED_FROM = "Launched From";

  /** More than anybody reads; with all of a large recording the list would take seconds. */
  private static final int MOST = 10_000;

  private final RecordingData data;
  private final IPageContainer container;
  private final Label about;
  private final Button longest;
  private final ItemList list;
  private final SpareWidth spare;
  private int[] rows = {};

  /**
   * Makes a list.
   *
   * @param state its columns
   * @param spareTo the titles of the columns that have the width that the others leave
   */
  EventList(
      Composite parent,
      RecordingData data,
      IPageContainer container,
      String name,
      IState state,
      List<String> spareTo,
      Consumer<ItemListBuilder> columns) {
    this.data = data;
    this.container = container;
    Composite area = new Composite(parent, SWT.NONE);
    GridLayout layout = new GridLayout(2, false);
    layout.marginWidth = 0;
    layout.marginHeight = 0;
    layout.verticalSpacing = 2;
    area.setLayout(layout);
    about = new Label(area, SWT.NONE);
    about.setLayoutData(new GridData(SWT.FILL, SWT.CENTER, true, false));
    longest = new Button(area, SWT.CHECK);
    longest.setText("Show the longest events instead of the first");
    longest.addListener(SWT.Selection, event -> show());
    ItemListBuilder builder = new ItemListBuilder();
    columns.accept(builder);
    Composite table = new Composite(area, SWT.NONE);
    table.setLayout(new org.eclipse.swt.layout.FillLayout());
    table.setLayoutData(new GridData(SWT.FILL, SWT.FILL, true, true, 2, 1));
    list = builder.build(table, TableSettings.forState(state));
    spare = new SpareWidth((Table) list.getManager().getViewer().getControl(), spareTo);
    MCContextMenuManager menu =
        MCContextMenuManager.create(list.getManager().getViewer().getControl());
    ColumnMenusFactory.addDefaultMenus(list.getManager(), menu);
    SelectionStoreActionToolkit.addSelectionStoreActions(
        container.getSelectionStore(), list, name, menu);
    Navigation.addActions(menu, container, data, name, this::selected);
    list.getManager().getViewer().addSelectionChangedListener(event -> tell());
  }

  /** Adds a column that is empty where a number does not apply: events say -1, or 0 for bytes. */
  static void addIfAny(ItemListBuilder builder, IAttribute<IQuantity> attribute) {
    @SuppressWarnings("deprecation") // The list has events of several types, as JMC's own do.
    IMemberAccessor<? extends IQuantity, IItem> accessor = ItemToolkit.accessor(attribute);
    IMemberAccessor<IQuantity, IItem> positive =
        item -> {
          IQuantity value = accessor.getMember(item);
          boolean none =
              value == null
                  || value.doubleValue() < 0
                  || (attribute == JmcAttributes.BYTES && value.doubleValue() == 0);
          return none ? null : value;
        };
    builder.addColumn(
        attribute.getIdentifier(), attribute.getName(), attribute.getDescription(), true, positive);
  }

  /** Adds a column of ids, which is empty where there is none: events say 0. */
  static void addId(ItemListBuilder builder, IAttribute<Number> attribute) {
    @SuppressWarnings("deprecation") // The list has events of several types, as JMC's own do.
    IMemberAccessor<? extends Number, IItem> accessor = ItemToolkit.accessor(attribute);
    IMemberAccessor<Number, IItem> id =
        item -> {
          Number value = accessor.getMember(item);
          return value == null || value.longValue() == 0 ? null : value;
        };
    builder.addColumn(
        attribute.getIdentifier(), attribute.getName(), attribute.getDescription(), false, id);
  }

  /** Adds a column: the frame of the program that made the call. */
  static void addSite(ItemListBuilder builder, RecordingData data) {
    @SuppressWarnings("deprecation") // The list has events of several types, as JMC's own do.
    IMemberAccessor<? extends Number, IItem> id =
        ItemToolkit.accessor(JmcAttributes.CORRELATION_ID);
    IMemberAccessor<String, IItem> site =
        item -> {
          Number call = id.getMember(item);
          return call == null ? null : data.sites().innermost(call.longValue());
        };
    builder.addColumn(
        SITE,
        LAUNCHED_FROM,
        "The frame of the program that made the call, if a launch site was recorded",
        false,
        site);
  }

  /** Shows these rows, or some of them. */
  void show(int[] shown) {
    rows = shown.clone();
    show();
  }

  private void show() {
    boolean all = rows.length <= MOST;
    longest.setVisible(!all);
    about.setText(
        Units.count(rows.length, "event", "events")
            + (all
                ? ""
                : ", of which the "
                    + Units.count(MOST)
                    + (longest.getSelection() ? " longest" : " first")
                    + " are listed"));
    int[] excerpt =
        longest.getSelection()
            ? Excerpt.longest(data.table(), rows, MOST)
            : Excerpt.first(data.table(), rows, MOST);
    list.show(data.table().collection(excerpt));
  }

  /** Other views follow: properties the events, stack traces what is known of their callers. */
  private void tell() {
    IItemCollection selected = selected();
    if (selected.hasItems()) {
      container.showSelection(GpuPage.withSites(data, selected));
    }
  }

  IItemCollection selected() {
    Stream<? extends IItem> selected = list.getSelection().get();
    return ItemCollectionToolkit.build(selected);
  }

  ItemList list() {
    return list;
  }

  void save(IWritableState state) {
    spare.takeBack();
    list.getManager().getSettings().saveState(state);
  }
}
