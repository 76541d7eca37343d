// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.figures.Units;
import io.rocjfr.jmc.ui.FigureTable.Column;
import io.rocjfr.jmc.ui.data.Excerpt;
import io.rocjfr.jmc.ui.data.RecordingData;
import io.rocjfr.jmc.ui.paint.TimeAxis;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.swt.widgets.Composite;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.flightrecorder.ui.IPageContainer;
import org.openjdk.jmc.flightrecorder.ui.selection.SelectionStoreActionToolkit;
import org.openjdk.jmc.ui.handlers.MCContextMenuManager;

/**
 * What belongs to the event that was clicked on the timeline. Properties follow a row that is
 * selected, a double click goes there.
 */
final class ChainTable {
  private static final int MOST = 1000;
  private static final String NAME = "Related Events";

  private final RecordingData data;
  private final FigureTable<Integer> table;
  private IntConsumer onOpen = row -> {};

  ChainTable(Composite parent, RecordingData data, IPageContainer container, long first) {
    this.data = data;
    // Asked for each time: others may hold a table that is gone, and with it what its columns have.
    table =
        new FigureTable<Integer>(
                parent,
                null,
                "begin",
                List.of(
                    Column.of(
                        "name",
                        "Events Related to the Selected Event",
                        300,
                        "Its name",
                        row -> data.table().name(row)),
                    Column.of(
                        "kind", "Kind", 80, "What it is", row -> data.table().kind(row).label()),
                    Column.of(
                        "where",
                        "Where",
                        240,
                        "The queue or the thread",
                        row ->
                            data.table().lane(row).key().group()
                                + ", "
                                + data.table().lane(row).key().label()),
                    Column.of(
                        "begin",
                        "Begin",
                        120,
                        "Time since the begin of the recording",
                        row -> TimeAxis.seconds(data.table().begin(row) - first, 6),
                        row -> data.table().begin(row)),
                    Column.of(
                        "duration",
                        "Duration",
                        100,
                        "Its duration",
                        row ->
                            data.table().isTimed(row)
                                ? Units.duration(data.table().nanos(row))
                                : "-",
                        row -> data.table().isTimed(row) ? data.table().nanos(row) : -1)))
            .withoutSearch()
            .ascending();
    table.viewer().addDoubleClickListener(event -> table.selected().forEach(onOpen::accept));
    table
        .viewer()
        .addSelectionChangedListener(
            event -> {
              if (!table.selected().isEmpty()) {
                container.showSelection(GpuPage.withSites(data, selected()));
              }
            });
    MCContextMenuManager menu = MCContextMenuManager.create(table.viewer().getControl());
    SelectionStoreActionToolkit.addSelectionStoreActions(
        table.viewer(), container.getSelectionStore(), this::selected, NAME, menu);
    Navigation.addActions(menu, container, data, NAME, this::selected);
  }

  private IItemCollection selected() {
    return data.table()
        .collection(table.selected().stream().mapToInt(Integer::intValue).sorted().toArray());
  }

  void onOpen(IntConsumer listener) {
    onOpen = listener;
  }

  void show(int[] rows, int selected) {
    table.show(Arrays.stream(Excerpt.first(data.table(), rows, MOST)).boxed().toList());
    if (selected >= 0) {
      table.viewer().setSelection(new StructuredSelection(selected), true);
    }
  }
}
