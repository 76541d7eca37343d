// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.JmcAttributes;
import io.rocjfr.jmc.model.OwnItems;
import io.rocjfr.jmc.rules.Topics;
import io.rocjfr.jmc.ui.FigureTable.Column;
import io.rocjfr.jmc.ui.data.GroupRow;
import io.rocjfr.jmc.ui.data.GroupTable;
import io.rocjfr.jmc.ui.data.RowKind;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmc.flightrecorder.JfrAttributes;
import org.openjdk.jmc.flightrecorder.ui.IPageContainer;
import org.openjdk.jmc.flightrecorder.ui.IPageDefinition;
import org.openjdk.jmc.flightrecorder.ui.StreamModel;
import org.openjdk.jmc.flightrecorder.ui.common.ImageConstants;
import org.openjdk.jmc.flightrecorder.ui.common.ItemList.ItemListBuilder;

/** Memory copies by direction: bytes, bandwidth, sizes. */
public final class CopiesPage extends HistogramPage {
  CopiesPage(IPageDefinition definition, StreamModel model, IPageContainer container) {
    super(
        definition,
        model,
        container,
        OwnItems.of(EventTypes.MEM_COPY),
        RowKind.COPY,
        GroupTable.By.NAME);
  }

  /** Named in plugin.xml. */
  public static final class Factory extends GpuPageFactory {
    public Factory() {
      super(
          "Memory Copies",
          ImageConstants.PAGE_IO,
          new String[] {Topics.COPIES},
          CopiesPage::new,
          EventTypes.MEM_COPY);
    }
  }

  @Override
  List<Column<GroupRow>> columns() {
    List<Column<GroupRow>> columns = new ArrayList<>(Columns.times("Direction"));
    columns.addAll(2, Columns.bytes());
    return columns;
  }

  @Override
  void addColumns(ItemListBuilder list) {
    list.addColumn(JfrAttributes.START_TIME);
    list.addColumn(JfrAttributes.DURATION);
    list.addColumn(JmcAttributes.DIRECTION);
    EventList.addIfAny(list, JmcAttributes.BYTES);
    EventList.addIfAny(list, JmcAttributes.DEVICE);
    list.addColumn(JmcAttributes.QUEUE);
    EventList.addIfAny(list, JmcAttributes.STREAM);
    list.addColumn(JmcAttributes.THREAD_NAME);
    EventList.addSite(list, data());
    EventList.addId(list, JmcAttributes.CORRELATION_ID);
  }
}
