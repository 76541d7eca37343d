// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.rules.Topics;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.ui.forms.widgets.Form;
import org.eclipse.ui.forms.widgets.FormToolkit;
import org.openjdk.jmc.common.IState;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemFilter;
import org.openjdk.jmc.common.item.ItemFilters;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.IRange;
import org.openjdk.jmc.flightrecorder.JfrAttributes;
import org.openjdk.jmc.flightrecorder.ui.IPageContainer;
import org.openjdk.jmc.flightrecorder.ui.IPageDefinition;
import org.openjdk.jmc.flightrecorder.ui.IPageUI;
import org.openjdk.jmc.flightrecorder.ui.StreamModel;
import org.openjdk.jmc.flightrecorder.ui.common.DataPageToolkit;
import org.openjdk.jmc.flightrecorder.ui.common.ImageConstants;
import org.openjdk.jmc.flightrecorder.ui.common.ItemRow;
import org.openjdk.jmc.flightrecorder.ui.selection.SelectionStoreActionToolkit;
import org.openjdk.jmc.ui.charts.IXDataRenderer;
import org.openjdk.jmc.ui.charts.RendererToolkit;
import org.openjdk.jmc.ui.charts.XYChart;
import org.openjdk.jmc.ui.misc.ChartCanvas;

/** A lane per device and queue, coloured by kernel, and lanes of ranges and calls per thread. */
public final class TimelinePage extends GpuPage {
  private static final int LEGEND_WIDTH = 200;
  private static final String[] TYPES = {
    EventTypes.KERNEL_DISPATCH, EventTypes.MEM_COPY, EventTypes.ROCTX_RANGE, EventTypes.HIP_API
  };
  private static final IItemFilter FILTER = ItemFilters.type(TYPES);

  TimelinePage(IPageDefinition definition, StreamModel model, IPageContainer container) {
    super(definition, model, container, FILTER);
  }

  /** Named in plugin.xml. */
  public static final class Factory extends GpuPageFactory {
    public Factory() {
      super(
          "Timeline",
          ImageConstants.ICON_LANES,
          new String[] {Topics.TIMELINE},
          TimelinePage::new,
          TYPES);
    }
  }

  @Override
  public IPageUI display(
      Composite parent, FormToolkit toolkit, IPageContainer container, IState state) {
    Form form = DataPageToolkit.createForm(parent, toolkit, getName(), getIcon());
    ChartCanvas canvas = new ChartCanvas(form.getBody());
    XYChart chart =
        new XYChart(container.getRecordingRange(), RendererToolkit.empty(), LEGEND_WIDTH);
    DataPageToolkit.createChartTooltip(canvas);
    DataPageToolkit.setChart(canvas, chart, container::showSelection);
    SelectionStoreActionToolkit.addSelectionStoreRangeActions(
        container.getSelectionStore(),
        chart,
        JfrAttributes.LIFETIME,
        "GPU Timeline Selection",
        canvas.getContextMenu());
    addResultActions(form);
    follow(form, container, (items, range) -> show(canvas, chart, items, range));
    return writable -> PageState.copy(state, writable);
  }

  private void show(
      ChartCanvas canvas, XYChart chart, IItemCollection selected, IRange<IQuantity> range) {
    IItemCollection items = selected == null ? getDataSource().getItems() : selected;
    List<IXDataRenderer> rows = new ArrayList<>();
    for (Lanes.Lane lane : Lanes.of(items.apply(FILTER))) {
      rows.add(
          new ItemRow(
              lane.name(),
              lane.name(),
              DataPageToolkit.buildSpanRenderer(
                  lane.items(), DataPageToolkit.getAttributeValueColor(lane.colour())),
              lane.items()));
    }
    chart.setVisibleRange(range.getStart(), range.getEnd());
    canvas.replaceRenderer(RendererToolkit.uniformRows(rows));
  }
}
