// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package org.openjdk.jmc.flightrecorder.ui.common;

import java.util.function.Consumer;
import org.eclipse.jface.action.IAction;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.ui.forms.widgets.Form;
import org.eclipse.ui.forms.widgets.FormToolkit;
import org.openjdk.jmc.common.item.IAttribute;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.flightrecorder.ui.IPageContainer;
import org.openjdk.jmc.ui.charts.AWTChartToolkit.IColorProvider;
import org.openjdk.jmc.ui.charts.IXDataRenderer;
import org.openjdk.jmc.ui.charts.XYChart;
import org.openjdk.jmc.ui.misc.ChartCanvas;

/** Signatures of JMC's type of this name. */
public final class DataPageToolkit {
  private DataPageToolkit() {}

  public static IColorProvider<IItem> getAttributeValueColor(IAttribute<?> attribute) {
    throw new UnsupportedOperationException();
  }

  public static Form createForm(Composite parent, FormToolkit toolkit, String title, Image img) {
    throw new UnsupportedOperationException();
  }

  public static void createChartTooltip(ChartCanvas chart) {
    throw new UnsupportedOperationException();
  }

  public static void setChart(
      ChartCanvas canvas, XYChart chart, Consumer<IItemCollection> selectionListener) {
    throw new UnsupportedOperationException();
  }

  public static void setChart(
      ChartCanvas canvas,
      XYChart chart,
      IAttribute<IQuantity> selectionAttribute,
      Consumer<IItemCollection> selectionListener) {
    throw new UnsupportedOperationException();
  }

  public static void addContextMenus(
      IPageContainer pc, ItemHistogram h, String selectionName, IAction... extraActions) {
    throw new UnsupportedOperationException();
  }

  public static IXDataRenderer buildSpanRenderer(
      IItemCollection pathItems, IColorProvider<IItem> cp) {
    throw new UnsupportedOperationException();
  }
}
