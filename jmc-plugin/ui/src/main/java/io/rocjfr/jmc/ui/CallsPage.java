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
import io.rocjfr.jmc.ui.data.RecordingData;
import io.rocjfr.jmc.ui.data.RowKind;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmc.flightrecorder.JfrAttributes;
import org.openjdk.jmc.flightrecorder.ui.IPageContainer;
import org.openjdk.jmc.flightrecorder.ui.IPageDefinition;
import org.openjdk.jmc.flightrecorder.ui.StreamModel;
import org.openjdk.jmc.flightrecorder.ui.common.ImageConstants;
import org.openjdk.jmc.flightrecorder.ui.common.ItemList.ItemListBuilder;

/** Calls by function or by thread, and how much of them was waiting for the GPU. */
public final class CallsPage extends HistogramPage {
  static final String[] TYPES = {EventTypes.HIP_API, EventTypes.OPENCL_API};

  private final GroupTable.By by;

  CallsPage(
      IPageDefinition definition, StreamModel model, IPageContainer container, GroupTable.By by) {
    super(definition, model, container, OwnItems.of(TYPES), RowKind.CALL, by);
    this.by = by;
  }

  /** Named in plugin.xml. */
  public static final class ByFunction extends GpuPageFactory {
    public ByFunction() {
      super(
          "HIP API",
          ImageConstants.PAGE_METHOD,
          new String[] {Topics.API},
          (definition, model, container) ->
              new CallsPage(definition, model, container, GroupTable.By.NAME),
          TYPES);
    }
  }

  /** Named in plugin.xml. */
  public static final class ByThread extends GpuPageFactory {
    public ByThread() {
      super(
          "By Thread",
          ImageConstants.ICON_LANES,
          new String[0],
          (definition, model, container) ->
              new CallsPage(definition, model, container, GroupTable.By.THREAD),
          TYPES);
    }
  }

  @Override
  List<Column<GroupRow>> columns() {
    List<Column<GroupRow>> columns =
        new ArrayList<>(Columns.times(by == GroupTable.By.NAME ? "Function" : "Thread"));
    columns.add(Columns.blocked());
    return columns;
  }

  @Override
  void addColumns(ItemListBuilder list) {
    addColumns(list, data());
  }

  static void addColumns(ItemListBuilder list, RecordingData data) {
    list.addColumn(JfrAttributes.START_TIME);
    list.addColumn(JfrAttributes.DURATION);
    list.addColumn(JmcAttributes.FUNCTION);
    list.addColumn(JmcAttributes.RESULT);
    list.addColumn(JmcAttributes.THREAD_NAME);
    EventList.addIfAny(list, JmcAttributes.STREAM);
    EventList.addIfAny(list, JmcAttributes.BYTES);
    list.addColumn(JmcAttributes.KERNEL);
    EventList.addSite(list, data);
    EventList.addId(list, JmcAttributes.CORRELATION_ID);
  }
}
