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

/** Kernels: how often and how long they ran. */
public final class KernelsPage extends HistogramPage {
  KernelsPage(IPageDefinition definition, StreamModel model, IPageContainer container) {
    super(definition, model, container, EventTypes.KERNEL_DISPATCH);
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
  IAttribute<String> key() {
    return GpuAttributes.KERNEL;
  }

  @Override
  IAttribute<IQuantity> histogramOver() {
    return JfrAttributes.DURATION;
  }

  @Override
  void addColumns(ItemHistogramBuilder table) {
    Columns.addTimes(table, "% of Kernel Time");
  }

  @Override
  void addColumns(ItemListBuilder list) {
    list.addColumn(JfrAttributes.START_TIME);
    list.addColumn(JfrAttributes.DURATION);
    list.addColumn(GpuAttributes.KERNEL);
    list.addColumn(GpuAttributes.DEVICE);
    list.addColumn(GpuAttributes.QUEUE);
    list.addColumn(GpuAttributes.STREAM);
    list.addColumn(GpuAttributes.THREAD_NAME);
    list.addColumn(GpuAttributes.CORRELATION_ID);
  }
}
