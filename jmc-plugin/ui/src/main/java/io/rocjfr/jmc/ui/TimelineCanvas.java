// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.jmc.ui.data.Descriptions;
import io.rocjfr.jmc.ui.data.EventTable;
import io.rocjfr.jmc.ui.data.RecordingData;
import io.rocjfr.jmc.ui.paint.TimelinePicture;
import io.rocjfr.jmc.ui.paint.TimelineView;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.ActionContributionItem;
import org.eclipse.jface.action.IContributionItem;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.ScrollBar;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.flightrecorder.ui.IPageContainer;
import org.openjdk.jmc.flightrecorder.ui.selection.SelectionStoreActionToolkit;
import org.openjdk.jmc.ui.handlers.MCContextMenuManager;

/**
 * The timeline's lanes. A click selects an event and the related ones. A drag selects time. A
 * double click zooms to an event. The wheel scrolls, zooms with Ctrl, and moves with Shift.
 */
final class TimelineCanvas implements Gestures.Effects {
  private static final double MARGIN = 0.5;
  private static final String NAME = "Timeline Selection";

  private final PaintCanvas canvas;
  private final RecordingData data;
  private final IPageContainer container;
  private final TimelineView view;
  private final TimelinePicture picture;
  private final Descriptions descriptions;
  private final Gestures gestures;
  private IntConsumer onSelect = row -> {};
  private Runnable onMove = () -> {};
  private String tooltip;

  TimelineCanvas(Composite parent, RecordingData data, IPageContainer container) {
    this.data = data;
    this.container = container;
    view = new TimelineView(data.groups(), data.recorded().begin(), data.recorded().end());
    picture = new TimelinePicture(data, view);
    descriptions = new Descriptions(data, view.first());
    gestures = new Gestures(data.table(), view, picture, this);
    canvas = new PaintCanvas(parent, SWT.V_SCROLL);
    canvas.show(picture);
    canvas.getVerticalBar().addListener(SWT.Selection, event -> scrolled());
    canvas.addListener(SWT.Resize, event -> layout());
    canvas.addListener(SWT.MouseDown, this::pressed);
    canvas.addListener(
        SWT.MouseUp, event -> gestures.released(event.button, event.x, event.y, width()));
    canvas.addListener(
        SWT.MouseDoubleClick,
        event -> gestures.doubleClicked(event.button, event.x, event.y, width()));
    canvas.addListener(SWT.MouseMove, event -> moved(event.x, event.y));
    canvas.addMouseWheelListener(
        event -> gestures.wheel(event.count > 0, event.stateMask, event.x, width()));
    canvas.addListener(SWT.KeyDown, event -> gestures.key(event.character, event.keyCode));
    addMenu();
    layout();
  }

  /** Of the event that was clicked, or of the time that was dragged over. */
  private void addMenu() {
    MCContextMenuManager menu = MCContextMenuManager.create(canvas);
    SelectionStoreActionToolkit.addSelectionStoreActions(
        null, container.getSelectionStore(), this::selectedEvents, NAME, menu);
    menu.add(
        new Action("Zoom to It") {
          @Override
          public void run() {
            gestures.zoomToSelection();
          }
        });
    Navigation.addActions(menu, container, data, NAME, this::selectedEvents);
    menu.addMenuListener(
        shown -> {
          for (IContributionItem item : shown.getItems()) {
            if (item instanceof ActionContributionItem one) {
              one.getAction().setEnabled(gestures.isAnySelected());
            }
          }
        });
  }

  /** Is told the row that was selected, or -1. */
  void onSelect(IntConsumer listener) {
    onSelect = listener;
  }

  /** Is told when another part of time is shown. */
  void onMove(Runnable listener) {
    onMove = listener;
  }

  TimelineView view() {
    return view;
  }

  void show(long from, long to) {
    view.show(from, to);
    redraw();
  }

  void zoom(double factor) {
    gestures.zoom(factor);
  }

  void pan(double part) {
    gestures.pan(part);
  }

  void reset() {
    view.reset();
    redraw();
  }

  /** Shows the part that was selected by dragging, or the event that was clicked. */
  void zoomToSelected() {
    gestures.zoomToSelection();
  }

  void collapseAll(boolean closed) {
    view.collapseAll(closed);
    laidOut();
  }

  /** These events stand out, with some of what is before and after them; null for all. */
  void focus(int[] rows) {
    picture.focus(rows);
    if (rows != null && rows.length > 0) {
      EventTable table = data.table();
      long from = Arrays.stream(rows).mapToLong(table::begin).min().orElseThrow();
      long to = Arrays.stream(rows).mapToLong(table::end).max().orElseThrow();
      long margin = (long) ((to - from) * MARGIN / 2) + 1000;
      view.show(from - margin, to + margin);
    }
    redraw();
  }

  /** Selects an event and shows the time around it. */
  void reveal(int row) {
    long begin = data.table().begin(row);
    long end = data.table().end(row);
    if (end < view.from() || begin > view.to()) {
      long half = Math.max(end - begin, (view.to() - view.from()) / 2);
      view.show(begin - half, end + half);
    }
    gestures.select(row);
  }

  @Override
  public void selected(int row) {
    picture.highlight(row < 0 ? new int[0] : data.chains().of(row));
    redraw();
    onSelect.accept(row);
    if (row >= 0) {
      container.showSelection(GpuPage.withSites(data, data.table().collection(new int[] {row})));
    }
  }

  @Override
  public void selectedTime() {
    container.showSelection(GpuPage.withSites(data, selectedEvents()));
  }

  @Override
  public void laidOut() {
    layout();
    redraw();
  }

  private IItemCollection selectedEvents() {
    return data.table().collection(gestures.selectedRows());
  }

  private void pressed(Event event) {
    canvas.setFocus();
    say(null); // It would lie on the menu.
    gestures.pressed(event.button, event.x, event.y, width());
  }

  private void moved(int x, int y) {
    gestures.moved(x, width());
    if (gestures.isDragging()) {
      return;
    }
    say(gestures.tip(x, y, width(), descriptions::of));
  }

  private void say(String text) {
    if (!Objects.equals(text, tooltip)) {
      tooltip = text;
      // An ampersand would mark the next letter.
      canvas.setToolTipText(text == null ? null : text.replace("&", "&&"));
    }
  }

  private void scrolled() {
    view.scrollTo(canvas.getVerticalBar().getSelection());
    canvas.redraw();
  }

  private void layout() {
    ScrollBar bar = canvas.getVerticalBar();
    int seen = Math.max(1, canvas.getClientArea().height - TimelineView.AXIS - TimelineView.LEGEND);
    int all = Math.max(1, view.height());
    bar.setValues(
        Math.min(bar.getSelection(), Math.max(0, all - seen)),
        0,
        all,
        Math.min(seen, all),
        26,
        seen);
    bar.setVisible(all > seen);
    view.scrollTo(bar.getSelection());
  }

  private int width() {
    return canvas.getClientArea().width;
  }

  @Override
  public void redraw() {
    canvas.redraw();
    onMove.run();
  }
}
