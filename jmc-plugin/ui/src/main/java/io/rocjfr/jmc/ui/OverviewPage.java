// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.figures.GpuKey;
import io.rocjfr.figures.WhereTimeWent;
import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.Loss;
import io.rocjfr.jmc.model.OwnItems;
import io.rocjfr.jmc.model.TelemetryReading;
import io.rocjfr.jmc.model.TimeUse;
import io.rocjfr.jmc.rules.Topics;
import io.rocjfr.jmc.ui.data.GpuFigures;
import io.rocjfr.jmc.ui.data.RecordingData;
import io.rocjfr.jmc.ui.data.TelemetryFigures;
import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.SashForm;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.ui.forms.widgets.Form;
import org.eclipse.ui.forms.widgets.FormToolkit;
import org.openjdk.jmc.common.IState;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemFilter;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.IRange;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.ui.IPageContainer;
import org.openjdk.jmc.flightrecorder.ui.IPageDefinition;
import org.openjdk.jmc.flightrecorder.ui.IPageUI;
import org.openjdk.jmc.flightrecorder.ui.StreamModel;
import org.openjdk.jmc.flightrecorder.ui.common.AbstractDataPage;
import org.openjdk.jmc.flightrecorder.ui.common.DataPageToolkit;
import org.openjdk.jmc.flightrecorder.ui.common.ImageConstants;
import org.openjdk.jmc.flightrecorder.ui.common.ItemRow;
import org.openjdk.jmc.ui.charts.IXDataRenderer;
import org.openjdk.jmc.ui.charts.QuantitySeries;
import org.openjdk.jmc.ui.charts.RendererToolkit;
import org.openjdk.jmc.ui.charts.XYChart;
import org.openjdk.jmc.ui.charts.XYDataRenderer;
import org.openjdk.jmc.ui.misc.ChartCanvas;
import org.openjdk.jmc.ui.misc.PersistableSashForm;

/** How busy each device was over time, also by its driver, totals, and what the rules say. */
public final class OverviewPage extends AbstractDataPage {
  private static final int LEGEND_WIDTH = 180;
  private static final int SLOTS = 400;
  private static final Color BUSY = new Color(64, 144, 230);
  private static final Color BY_DRIVER = new Color(120, 120, 120);
  private static final String[] TYPES = {
    EventTypes.KERNEL_DISPATCH,
    EventTypes.MEM_COPY,
    EventTypes.HIP_API,
    EventTypes.OPENCL_API,
    EventTypes.ROCTX_RANGE,
    EventTypes.GPU_TELEMETRY,
    EventTypes.RECORDS_LOST,
    EventTypes.TRACER_STATUS
  };

  OverviewPage(IPageDefinition definition, StreamModel model, IPageContainer container) {
    super(definition, model, container);
  }

  /** Named in plugin.xml. */
  public static final class Factory extends GpuPageFactory {
    public Factory() {
      super(
          "GPU",
          ImageConstants.ICON_OVERVIEW,
          new String[] {Topics.RECORDING},
          OverviewPage::new,
          TYPES);
    }
  }

  @Override
  public IItemFilter getDefaultSelectionFilter() {
    return OwnItems.of(TYPES);
  }

  @Override
  public IPageUI display(
      Composite parent, FormToolkit toolkit, IPageContainer container, IState state) {
    GpuPage.closeWith(parent, getDataSource());
    Form form = DataPageToolkit.createForm(parent, toolkit, getName(), getIcon());
    SashForm sash = new SashForm(form.getBody(), SWT.VERTICAL);
    toolkit.adapt(sash);

    IItemCollection items = getDataSource().getItems();
    RecordingData data = GpuPage.data(getDataSource(), container);
    IRange<IQuantity> range = container.getRecordingRange();
    long begin = range.getStart().clampedLongValueIn(UnitLookup.EPOCH_NS);
    long end = range.getEnd().clampedLongValueIn(UnitLookup.EPOCH_NS);

    ChartCanvas canvas = new ChartCanvas(sash);
    DataPageToolkit.createChartTooltip(canvas);
    XYChart chart = new XYChart(range, busyRows(data, begin, end, items), LEGEND_WIDTH);
    DataPageToolkit.setChart(canvas, chart, container::showSelection);

    long lost = Loss.read(items).stream().mapToLong(Loss::count).sum();
    // Not SWT.MULTI: of a label that bit makes a separator.
    toolkit.createLabel(sash, verdict(items) + Totals.text(data, items, lost), SWT.WRAP);
    ResultTable.create(sash, container, data, items);

    PersistableSashForm.loadState(sash, state.getChild("sash"));
    addResultActions(form);
    return writable -> PersistableSashForm.saveState(sash, writable.createChild("sash"));
  }

  /** Where the time went, in one line; nothing where nothing was recorded of it. */
  private static String verdict(IItemCollection items) {
    WhereTimeWent went = TimeUse.of(items).went();
    return went.isEmpty() ? "" : went.sentence() + "\n";
  }

  private static IXDataRenderer busyRows(
      RecordingData data, long begin, long end, IItemCollection items) {
    List<IXDataRenderer> rows = new ArrayList<>();
    data.gpus().forEach(gpu -> rows.add(row(gpu, begin, end, items)));
    data.telemetry().forEach(gpu -> rows.add(row(gpu, items)));
    return RendererToolkit.uniformRows(rows);
  }

  private static IXDataRenderer row(
      GpuFigures figures, long begin, long end, IItemCollection items) {
    GpuKey gpu = figures.gpu();
    List<IQuantity> times = new ArrayList<>();
    List<IQuantity> percents = new ArrayList<>();
    for (int i = 0; i < SLOTS; i++) {
      long from = begin + (end - begin) * i / SLOTS;
      long to = Math.max(from + 1, begin + (end - begin) * (i + 1) / SLOTS);
      double share = figures.share(from, to);
      if (!Double.isNaN(share)) {
        times.add(UnitLookup.EPOCH_NS.quantity((from + to) / 2));
        percents.add(UnitLookup.PERCENT.quantity(100 * share));
      }
    }
    return row(
        "Busy, " + gpu.label(),
        "The share of time in which a kernel or a copy ran",
        BUSY,
        times,
        percents,
        items.apply(OwnItems.of(EventTypes.KERNEL_DISPATCH, EventTypes.MEM_COPY)));
  }

  private static IXDataRenderer row(TelemetryFigures figures, IItemCollection items) {
    List<IQuantity> times = new ArrayList<>();
    List<IQuantity> percents = new ArrayList<>();
    for (TelemetryReading reading : figures.readings()) {
      if (!Double.isNaN(reading.busy())) {
        times.add(UnitLookup.EPOCH_NS.quantity(reading.time()));
        percents.add(UnitLookup.PERCENT.quantity(reading.busy()));
      }
    }
    return row(
        "Driver, " + figures.label(),
        "The share of time in which the GPU worked for any process, according to its driver",
        BY_DRIVER,
        times,
        percents,
        items.apply(OwnItems.of(EventTypes.GPU_TELEMETRY)));
  }

  private static IXDataRenderer row(
      String name,
      String description,
      Color color,
      List<IQuantity> times,
      List<IQuantity> percents,
      IItemCollection of) {
    XYDataRenderer line =
        new XYDataRenderer(
            UnitLookup.PERCENT.quantity(0),
            UnitLookup.PERCENT.quantity(100),
            true,
            name,
            description);
    line.addLineChart(name, QuantitySeries.all(times, percents), color, true);
    return new ItemRow(name, description, line, of);
  }
}
