// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.OwnItems;
import io.rocjfr.jmc.ui.FigureTable.Column;
import io.rocjfr.jmc.ui.data.GroupRow;
import io.rocjfr.jmc.ui.data.GroupTable;
import io.rocjfr.jmc.ui.data.RowKind;
import java.util.List;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.flightrecorder.ui.IPageContainer;
import org.openjdk.jmc.flightrecorder.ui.IPageDefinition;
import org.openjdk.jmc.flightrecorder.ui.StreamModel;
import org.openjdk.jmc.flightrecorder.ui.common.ImageConstants;
import org.openjdk.jmc.flightrecorder.ui.common.ItemList.ItemListBuilder;

/** Calls in which threads wait for the GPU, by thread: synchronisation, and copies that block. */
public final class SynchronisationPage extends HistogramPage {
  SynchronisationPage(IPageDefinition definition, StreamModel model, IPageContainer container) {
    super(
        definition,
        model,
        container,
        OwnItems.of(CallsPage.TYPES),
        RowKind.CALL,
        GroupTable.By.THREAD);
  }

  /** Named in plugin.xml. */
  public static final class Factory extends GpuPageFactory {
    public Factory() {
      super(
          "Synchronisation",
          ImageConstants.PAGE_LATENCIES,
          new String[0],
          SynchronisationPage::new,
          EventTypes.HIP_API,
          EventTypes.OPENCL_API);
    }
  }

  @Override
  List<Column<GroupRow>> columns() {
    return Columns.times("Thread");
  }

  @Override
  List<GroupRow> all() {
    return data().waitingByThread();
  }

  @Override
  int[] rows(IItemCollection selected) {
    return selected == null
        ? data().waiting()
        : GroupTable.waiting(data().table(), rows(selected, RowKind.CALL));
  }

  @Override
  void addColumns(ItemListBuilder list) {
    CallsPage.addColumns(list, data());
  }
}
