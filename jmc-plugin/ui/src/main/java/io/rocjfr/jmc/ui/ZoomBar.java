// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.jmc.ui.paint.TimeAxis;
import org.eclipse.swt.SWT;
import org.eclipse.swt.layout.RowData;
import org.eclipse.swt.layout.RowLayout;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Text;
import org.eclipse.ui.forms.widgets.FormToolkit;

/** Buttons above the timeline, and from when to when it shows. */
final class ZoomBar {
  private static final int DIGITS = 6;

  private final TimelineCanvas canvas;
  private final Text from;
  private final Text to;

  ZoomBar(Composite parent, FormToolkit toolkit, TimelineCanvas canvas) {
    this.canvas = canvas;
    RowLayout layout = new RowLayout(SWT.HORIZONTAL);
    layout.center = true;
    layout.marginTop = 1;
    layout.marginBottom = 1;
    parent.setLayout(layout);
    button(parent, toolkit, "+", "Zoom in (+, or Ctrl and the wheel)", () -> canvas.zoom(0.5));
    button(parent, toolkit, "\u2212", "Zoom out (-)", () -> canvas.zoom(2));
    button(parent, toolkit, "\u25c0", "Earlier (left arrow)", () -> canvas.pan(-0.25));
    button(parent, toolkit, "\u25b6", "Later (right arrow)", () -> canvas.pan(0.25));
    button(
        parent,
        toolkit,
        "Zoom to Selection",
        "Zoom to the dragged range, or to the clicked event",
        canvas::zoomToSelected);
    button(parent, toolkit, "Reset", "Show the whole recording (Home)", canvas::reset);
    toolkit.createLabel(parent, "From");
    from = field(parent, toolkit);
    toolkit.createLabel(parent, "To");
    to = field(parent, toolkit);
    button(
        parent,
        toolkit,
        "Collapse All",
        "Show only the names of groups",
        () -> canvas.collapseAll(true));
    button(parent, toolkit, "Expand All", "Show all lanes", () -> canvas.collapseAll(false));
    canvas.onMove(this::update);
    update();
  }

  private static void button(
      Composite parent, FormToolkit toolkit, String text, String about, Runnable action) {
    Button button = toolkit.createButton(parent, text, SWT.PUSH);
    button.setToolTipText(about);
    button.addListener(SWT.Selection, event -> action.run());
  }

  private Text field(Composite parent, FormToolkit toolkit) {
    Text field = toolkit.createText(parent, "", SWT.BORDER | SWT.RIGHT);
    field.setLayoutData(new RowData(110, SWT.DEFAULT));
    field.setToolTipText(
        "Time since the begin of the recording, such as 1.25 s or 300 ms." + " Enter applies it");
    field.addListener(SWT.DefaultSelection, event -> apply());
    return field;
  }

  /** What cannot be read changes nothing. */
  private void apply() {
    long begin = TimeAxis.parse(from.getText());
    long end = TimeAxis.parse(to.getText());
    if (begin >= 0 && end > begin) {
      long first = canvas.view().first();
      canvas.show(first + begin, first + end);
    }
    update();
  }

  private void update() {
    long first = canvas.view().first();
    from.setText(TimeAxis.seconds(canvas.view().from() - first, DIGITS));
    to.setText(TimeAxis.seconds(canvas.view().to() - first, DIGITS));
  }
}
