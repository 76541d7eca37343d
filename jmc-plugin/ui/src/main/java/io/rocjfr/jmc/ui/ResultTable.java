// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.jmc.rules.Topics;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.eclipse.jface.viewers.ArrayContentProvider;
import org.eclipse.jface.viewers.ColumnLabelProvider;
import org.eclipse.jface.viewers.ColumnViewerToolTipSupport;
import org.eclipse.jface.viewers.TableViewer;
import org.eclipse.jface.viewers.TableViewerColumn;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Display;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.ResultToolkit;
import org.openjdk.jmc.flightrecorder.rules.Severity;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;
import org.openjdk.jmc.flightrecorder.ui.IPageContainer;

/** What our rules say, worst first; filled while JMC evaluates them. */
final class ResultTable {
  private ResultTable() {}

  static void create(Composite parent, IPageContainer container) {
    TableViewer table = new TableViewer(parent, SWT.FULL_SELECTION | SWT.BORDER);
    table.getTable().setHeaderVisible(true);
    ColumnViewerToolTipSupport.enableFor(table);
    table.setContentProvider(ArrayContentProvider.getInstance());
    addColumn(table, "Severity", 100, result -> result.getSeverity().getLocalizedName());
    addColumn(
        table,
        "Score",
        60,
        result -> score(result) < 0 ? "" : String.valueOf(Math.round(score(result))));
    addColumn(table, "Rule", 240, result -> result.getRule().getName());
    addColumn(table, "Summary", 700, ResultTable::summary);
    table.addDoubleClickListener(
        event ->
            table.getStructuredSelection().stream()
                .map(result -> ((IResult) result).getRule().getTopic())
                .forEach(container::showResults));
    table.setInput(results(container));

    Display display = table.getTable().getDisplay();
    Consumer<IResult> listener = result -> refresh(display, table, container);
    container.getRuleManager().addResultListener(listener);
    table
        .getTable()
        .addDisposeListener(event -> container.getRuleManager().removeResultListener(listener));
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
                .thenComparing(result -> result.getRule().getName()))
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
