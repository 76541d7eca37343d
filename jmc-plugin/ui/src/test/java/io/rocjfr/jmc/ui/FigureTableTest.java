// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.rocjfr.jmc.ui.FigureTable.Column;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.swt.SWT;
import org.eclipse.swt.SWTError;
import org.eclipse.swt.layout.FillLayout;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.Text;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A table in a window: runs where there is a display, for example below {@code xvfb-run}. */
class FigureTableTest {
  private static final int ROWS = 200_000;
  private static final int SEEN = 100;

  private final Set<Integer> made = new HashSet<>();
  private Display display;
  private Shell shell;
  private FigureTable<Integer> figures;
  private Table table;

  @BeforeEach
  void open() {
    try {
      display = new Display();
    } catch (SWTError | LinkageError e) { // each time after the first a class without its library
      abort("No display: " + e.getMessage());
    }
    shell = new Shell(display);
    shell.setLayout(new FillLayout());
    figures =
        new FigureTable<>(
            shell,
            null,
            "value",
            List.of(
                Column.of("name", "Name", 100, "Its name", row -> "row " + row),
                Column.of("value", "Value", 100, "How much", this::made, row -> row)));
    table = figures.viewer().getTable();
    shell.setSize(400, 400);
    shell.open();
    figures.show(IntStream.range(0, ROWS).boxed().toList());
    settle();
  }

  @AfterEach
  void close() {
    if (display != null) {
      display.dispose();
    }
  }

  private String made(int row) {
    made.add(row);
    return String.valueOf(row);
  }

  @Test
  void onlyRowsThatAreSeenAreMade() {
    assertThat(table.getItemCount()).isEqualTo(ROWS);
    assertThat(made.size()).isBetween(5, SEEN);
    assertThat(made).contains(ROWS - 1);
    clickHeader(1);
    assertThat(made).contains(0);
    search().setText("row 19999");
    settle();
    assertThat(table.getItemCount()).isEqualTo(11);
    search().setText("");
    settle();
    assertThat(table.getItemCount()).isEqualTo(ROWS);
    assertThat(table.getItem(ROWS / 2).getText(1)).isEqualTo(String.valueOf(ROWS / 2));
    table.selectAll();
    assertThat(figures.selected()).hasSize(ROWS);
    assertThat(made.size()).as("after sorting and searching").isLessThan(4 * SEEN);
  }

  @Test
  void whatIsSelectedStaysSelected() {
    List<Object> told = new ArrayList<>();
    figures
        .viewer()
        .addSelectionChangedListener(
            event -> told.add(event.getStructuredSelection().toList().size()));
    figures.viewer().setSelection(new StructuredSelection(List.of(7, 199_991)), true);
    settle();
    assertThat(figures.selected()).containsExactlyInAnyOrder(7, 199_991);
    assertThat(table.getSelectionIndices()).containsExactlyInAnyOrder(8, ROWS - 8);
    clickHeader(1);
    assertThat(figures.selected()).containsExactlyInAnyOrder(7, 199_991);
    assertThat(table.getSelectionIndices()).containsExactlyInAnyOrder(7, 199_991);
    clickHeader(0);
    assertThat(figures.selected()).as("by name").containsExactlyInAnyOrder(7, 199_991);
    assertThat(told).as("nothing else was selected").isNotEmpty().containsOnly(2);
    search().setText("row 19999");
    settle();
    assertThat(figures.selected()).containsExactly(199_991);
    search().setText("no such row");
    settle();
    assertThat(figures.selected()).isEmpty();
    assertThat(table.getItemCount()).isZero();
    assertThat(told).endsWith(1, 0);
    search().setText("");
    figures.show(List.of(5, 7, 9));
    settle();
    assertThat(table.getItem(0).getText(1)).isEqualTo("5");
  }

  private void clickHeader(int column) {
    table.getColumn(column).notifyListeners(SWT.Selection, new Event());
    settle();
  }

  private Text search() {
    for (Control control : ((Composite) shell.getChildren()[0]).getChildren()) {
      if (control instanceof Text text) {
        return text;
      }
    }
    throw new AssertionError();
  }

  /** Until nothing is left to do and the rows that are seen were made. */
  private void settle() {
    table.update();
    while (display.readAndDispatch()) {
      table.update();
    }
  }
}
