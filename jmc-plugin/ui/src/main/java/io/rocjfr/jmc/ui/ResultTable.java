// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.figures.Units;
import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.OwnItems;
import io.rocjfr.jmc.rules.Cost;
import io.rocjfr.jmc.rules.GpuRules;
import io.rocjfr.jmc.rules.Topics;
import io.rocjfr.jmc.ui.data.RecordingData;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jface.viewers.ArrayContentProvider;
import org.eclipse.jface.viewers.ColumnLabelProvider;
import org.eclipse.jface.viewers.ColumnViewerToolTipSupport;
import org.eclipse.jface.viewers.TableViewer;
import org.eclipse.jface.viewers.TableViewerColumn;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Display;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.ItemFilters;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.QuantityRange;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.JfrAttributes;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.ResultToolkit;
import org.openjdk.jmc.flightrecorder.rules.Severity;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;
import org.openjdk.jmc.flightrecorder.ui.IPageContainer;

/** What our rules say, worst first; filled while JMC evaluates them. */
final class ResultTable {
  private static final String[] EVENTS = {
    EventTypes.HIP_API, EventTypes.OPENCL_API, EventTypes.KERNEL_DISPATCH, EventTypes.MEM_COPY
  };

  private ResultTable() {}

  static void create(
      Composite parent, IPageContainer container, RecordingData data, IItemCollection recording) {
    TableViewer table = new TableViewer(parent, SWT.FULL_SELECTION | SWT.BORDER);
    table.getTable().setHeaderVisible(true);
    ColumnViewerToolTipSupport.enableFor(table);
    table.setContentProvider(ArrayContentProvider.getInstance());
    addColumn(table, "Severity", 100, result -> result.getSeverity().getLocalizedName());
    addColumn(table, "Share", 80, ResultTable::share);
    addColumn(table, "Score", 60, ResultTable::shownScore);
    addColumn(table, "Rule", 240, result -> result.getRule().getName());
    addColumn(table, "Summary", 700, ResultTable::summary);
    addColumn(table, "Where", 400, ResultTable::where);
    table.addDoubleClickListener(
        event ->
            table.getStructuredSelection().stream()
                .map(IResult.class::cast)
                .forEach(result -> open(result, container, data, recording)));
    table.setInput(results(container));

    Display display = table.getTable().getDisplay();
    Consumer<IResult> listener = result -> refresh(display, table, container);
    container.getRuleManager().addResultListener(listener);
    table
        .getTable()
        .addDisposeListener(event -> container.getRuleManager().removeResultListener(listener));
  }

  /** The events of a finding's stretch of time on the timeline; of others what JMC says. */
  private static void open(
      IResult result, IPageContainer container, RecordingData data, IItemCollection recording) {
    IQuantity begin = quantity(result, Cost.BEGIN);
    IQuantity end = quantity(result, Cost.END);
    if (begin == null || end == null) {
      container.showResults(result.getRule().getTopic());
      return;
    }
    IItemCollection events =
        recording
            .apply(OwnItems.of(EVENTS))
            .apply(
                ItemFilters.rangeIntersects(
                    JfrAttributes.LIFETIME, QuantityRange.createWithEnd(begin, end)));
    Navigation.show(
        container, new Selected(result.getRule().getName(), events, data), TimelinePage.class);
  }

  private static IQuantity quantity(IResult result, TypedResult<IQuantity> figure) {
    return result.getResult(figure);
  }

  /** In words; empty where that is not the measure. */
  static String share(IResult result) {
    IQuantity share = quantity(result, Cost.GIVE_BACK);
    return share == null ? "" : Units.share(share.doubleValueIn(UnitLookup.PERCENT_UNITY));
  }

  /** Not more than it is: a remark is not to look like a warning. */
  static String shownScore(IResult result) {
    return score(result) < 0 ? "" : String.valueOf((long) Math.floor(score(result)));
  }

  /** Lines, kernels, and the stretch of time. */
  static String where(IResult result) {
    if (result.getSeverity().compareTo(Severity.INFO) < 0) {
      return "";
    }
    return Stream.of(Cost.LINES, Cost.KERNELS, Cost.WHEN)
        .map(result::getResult)
        .filter(Objects::nonNull)
        .collect(Collectors.joining("; "));
  }

  /** Rules are evaluated on other threads. */
  private static void refresh(Display display, TableViewer table, IPageContainer container) {
    if (display.isDisposed()) {
      return;
    }
    display.asyncExec(
        () -> {
          if (!table.getTable().isDisposed()) {
            table.setInput(results(container));
          }
        });
  }

  private static List<IResult> results(IPageContainer container) {
    return container.getRuleManager().getResults(Topics.all()).stream()
        .filter(result -> result.getSeverity() != Severity.IGNORE) // It lacks its events.
        .sorted(
            Comparator.comparingDouble(ResultTable::score)
                .reversed()
                .thenComparing(result -> GpuRules.rank(result.getRule().getId())))
        .toList();
  }

  private static double score(IResult result) {
    IQuantity score = result.getResult(TypedResult.SCORE);
    return score == null ? result.getSeverity().getLimit() : score.doubleValue();
  }

  private static String summary(IResult result) {
    String summary = ResultToolkit.populateMessage(result, result.getSummary(), false);
    return summary == null ? "" : summary;
  }

  private static void addColumn(
      TableViewer table, String title, int width, Function<IResult, String> text) {
    TableViewerColumn column = new TableViewerColumn(table, SWT.LEFT);
    column.getColumn().setText(title);
    column.getColumn().setWidth(width);
    column.setLabelProvider(
        new ColumnLabelProvider() {
          @Override
          public String getText(Object element) {
            return text.apply((IResult) element);
          }

          @Override
          public String getToolTipText(Object element) {
            return getText(element);
          }
        });
  }
}
