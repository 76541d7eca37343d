// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.GpuAttributes;
import io.rocjfr.jmc.rules.Topics;
import org.openjdk.jmc.common.item.IAttribute;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.flightrecorder.JfrAttributes;
import org.openjdk.jmc.flightrecorder.ui.IPageContainer;
import org.openjdk.jmc.flightrecorder.ui.IPageDefinition;
import org.openjdk.jmc.flightrecorder.ui.StreamModel;
import org.openjdk.jmc.flightrecorder.ui.common.ImageConstants;
import org.openjdk.jmc.flightrecorder.ui.common.ItemHistogram.ItemHistogramBuilder;
import org.openjdk.jmc.flightrecorder.ui.common.ItemList.ItemListBuilder;

/** Calls of the HIP API by function or by thread, and how much of them was synchronisation. */
public final class CallsPage extends HistogramPage {
  private final IAttribute<String> key;

  CallsPage(
      IPageDefinition definition,
      StreamModel model,
      IPageContainer container,
      IAttribute<String> key) {
    super(definition, model, container, EventTypes.HIP_API);
    this.key = key;
  }

  /** Named in plugin.xml. */
  public static final class ByFunction extends GpuPageFactory {
    public ByFunction() {
      super(
          "HIP API",
          ImageConstants.PAGE_METHOD,
          new String[] {Topics.API},
          (definition, model, container) ->
              new CallsPage(definition, model, container, GpuAttributes.FUNCTION),
          EventTypes.HIP_API);
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
              new CallsPage(definition, model, container, GpuAttributes.THREAD_NAME),
          EventTypes.HIP_API);
    }
  }

  @Override
  IAttribute<String> key() {
    return key;
  }

  @Override
  IAttribute<IQuantity> histogramOver() {
    return JfrAttributes.DURATION;
  }

  @Override
  void addColumns(ItemHistogramBuilder table) {
    Columns.addTimes(table, "% of Call Time");
    Columns.addBlocked(table);
  }

  @Override
  void addColumns(ItemListBuilder list) {
    list.addColumn(JfrAttributes.START_TIME);
    list.addColumn(JfrAttributes.DURATION);
    list.addColumn(GpuAttributes.FUNCTION);
    list.addColumn(GpuAttributes.RESULT);
    list.addColumn(GpuAttributes.THREAD_NAME);
    list.addColumn(GpuAttributes.STREAM);
    list.addColumn(GpuAttributes.BYTES);
    list.addColumn(GpuAttributes.KERNEL);
    list.addColumn(GpuAttributes.CORRELATION_ID);
  }
}
