// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import java.awt.Color;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.SashForm;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.ui.forms.widgets.Form;
import org.eclipse.ui.forms.widgets.FormToolkit;
import org.openjdk.jmc.common.IState;
import org.openjdk.jmc.common.IWritableState;
import org.openjdk.jmc.common.item.Aggregators;
import org.openjdk.jmc.common.item.IAttribute;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.ItemFilters;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.ui.IPageContainer;
import org.openjdk.jmc.flightrecorder.ui.IPageDefinition;
import org.openjdk.jmc.flightrecorder.ui.IPageUI;
import org.openjdk.jmc.flightrecorder.ui.StreamModel;
import org.openjdk.jmc.flightrecorder.ui.common.BucketBuilder;
import org.openjdk.jmc.flightrecorder.ui.common.DataPageToolkit;
import org.openjdk.jmc.flightrecorder.ui.common.ItemHistogram;
import org.openjdk.jmc.flightrecorder.ui.common.ItemHistogram.ItemHistogramBuilder;
import org.openjdk.jmc.flightrecorder.ui.common.ItemList;
import org.openjdk.jmc.flightrecorder.ui.common.ItemList.ItemListBuilder;
import org.openjdk.jmc.flightrecorder.ui.common.ItemRow;
import org.openjdk.jmc.ui.charts.IQuantitySeries;
import org.openjdk.jmc.ui.charts.XYChart;
import org.openjdk.jmc.ui.charts.XYDataRenderer;
import org.openjdk.jmc.ui.column.TableSettings;
import org.openjdk.jmc.ui.misc.ChartCanvas;
import org.openjdk.jmc.ui.misc.PersistableSashForm;

/** A table with a row per value of a field; of the chosen rows a histogram and the events. */
abstract class HistogramPage extends GpuPage {
  private static final int LEGEND_WIDTH = 180;
  private static final Color BARS = new Color(64, 144, 230);

  HistogramPage(
      IPageDefinition definition, StreamModel model, IPageContainer container, String eventType) {
    super(definition, model, container, ItemFilters.type(eventType));
  }

  /** What the rows of the table are made by. */
  abstract IAttribute<String> key();

  /** What the histogram is drawn over. */
  abstract IAttribute<IQuantity> histogramOver();

  abstract void addColumns(ItemHistogramBuilder table);

  abstract void addColumns(ItemListBuilder list);

  @Override
  public IPageUI display(
      Composite parent, FormToolkit toolkit, IPageContainer container, IState state) {
    return new View(parent, toolkit, container, state);
  }

  private final class View implements IPageUI {
    private final IPageContainer container;
    private final SashForm sash;
    private final ItemHistogram table;
    private final ChartCanvas canvas;
    private final ItemList list;
    private IItemCollection shown;

    View(Composite parent, FormToolkit toolkit, IPageContainer container, IState state) {
      this.container = container;
      Form form = DataPageToolkit.createForm(parent, toolkit, getName(), getIcon());
      sash = new SashForm(form.getBody(), SWT.VERTICAL);
      toolkit.adapt(sash);

      ItemHistogramBuilder rows = new ItemHistogramBuilder();
      addColumns(rows);
      table = rows.build(sash, key(), TableSettings.forState(state.getChild("table")));
      DataPageToolkit.addContextMenus(container, table, getName() + " Selection");
      table.getManager().getViewer().addSelectionChangedListener(event -> showSelected());

      canvas = new ChartCanvas(sash);
      DataPageToolkit.createChartTooltip(canvas);

      list =
          EventList.create(
              sash,
              container,
              getName() + " Events",
              state.getChild("list"),
              HistogramPage.this::addColumns);

      PersistableSashForm.loadState(sash, state.getChild("sash"));
      addResultActions(form);
      follow(form, container, (items, range) -> show(items));
    }

    /** Those that were selected on other pages, or all. */
    private void show(IItemCollection selected) {
      shown =
          (selected == null ? getDataSource().getItems() : selected)
              .apply(getDefaultSelectionFilter());
      table.show(shown);
      showSelected();
    }

    /** Of the selected rows; of all if none is. */
    private void showSelected() {
      boolean some = table.getSelection().getRowCount() > 0;
      IItemCollection items = some ? table.getSelection().getItems() : shown;
      if (some) {
        container.showSelection(items);
      }
      list.show(items);
      IQuantity longest = items.getAggregate(Aggregators.max(histogramOver()));
      if (longest != null) {
        showHistogram(items, longest);
      }
    }

    private void showHistogram(IItemCollection items, IQuantity longest) {
      IQuantitySeries<IQuantity[]> counts =
          BucketBuilder.aggregatorSeries(items, Aggregators.count(), histogramOver());
      XYDataRenderer bars =
          new XYDataRenderer(
              UnitLookup.NUMBER_UNITY.quantity(0), "Count", "By " + histogramOver().getName());
      bars.addBarChart("Count", counts, BARS);
      ItemRow row = new ItemRow("Count", "How many there are of each size", bars, items);
      // Some more than the longest, which is on the edge otherwise.
      IQuantity end = longest.multiply(1.05).add(longest.getUnit().quantity(1));
      XYChart chart = new XYChart(longest.getUnit().quantity(0), end, row, LEGEND_WIDTH);
      DataPageToolkit.setChart(canvas, chart, histogramOver(), container::showSelection);
    }

    @Override
    public void saveTo(IWritableState state) {
      PersistableSashForm.saveState(sash, state.createChild("sash"));
      table.getManager().getSettings().saveState(state.createChild("table"));
      list.getManager().getSettings().saveState(state.createChild("list"));
    }
  }
}
