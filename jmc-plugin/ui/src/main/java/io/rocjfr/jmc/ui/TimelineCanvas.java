// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.jmc.ui.data.Descriptions;
import io.rocjfr.jmc.ui.data.EventTable;
import io.rocjfr.jmc.ui.data.RecordingData;
import io.rocjfr.jmc.ui.paint.TimelinePicture;
import io.rocjfr.jmc.ui.paint.TimelineView;
import java.util.Arrays;
import java.util.function.IntConsumer;
import org.eclipse.swt.SWT;
import org.eclipse.swt.events.MouseEvent;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.ScrollBar;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.flightrecorder.ui.IPageContainer;
import org.openjdk.jmc.ui.handlers.MCContextMenuManager;

/**
 * The timeline's lanes. A click selects an event and what belongs to it, a drag selects time, a
 * double click zooms to an event; the wheel scrolls, with Ctrl it zooms, with Shift it moves.
 */
final class TimelineCanvas {
  private static final int DRAG = 4;
  private static final double MARGIN = 0.5;

  private final PaintCanvas canvas;
  private final RecordingData data;
  private final IPageContainer container;
  private final TimelineView view;
  private final TimelinePicture picture;
  private final Descriptions descriptions;
  private IntConsumer onSelect = row -> {};
  private Runnable onMove = () -> {};
  private int selected = -1;
  private int pressedAt = -1;
  private String tooltip;
  private int hovered = -1;

  TimelineCanvas(Composite parent, RecordingData data, IPageContainer container) {
    this.data = data;
    this.container = container;
    view = new TimelineView(data.groups(), data.recorded().begin(), data.recorded().end());
    picture = new TimelinePicture(data, view);
    descriptions = new Descriptions(data, view.first());
    canvas = new PaintCanvas(parent, SWT.V_SCROLL);
    canvas.show(picture);
    canvas.getVerticalBar().addListener(SWT.Selection, event -> scrolled());
    canvas.addListener(SWT.Resize, event -> layout());
    canvas.addListener(SWT.MouseDown, this::pressed);
    canvas.addListener(SWT.MouseUp, this::released);
    canvas.addListener(SWT.MouseDoubleClick, this::doubleClicked);
    canvas.addListener(SWT.MouseMove, event -> moved(event.x, event.y));
    canvas.addMouseWheelListener(this::wheel);
    canvas.addListener(SWT.KeyDown, this::key);
    MCContextMenuManager menu = MCContextMenuManager.create(canvas);
    Navigation.addActions(menu, container, data, "Timeline Selection", this::selectedEvents);
    layout();
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
    view.zoom(factor, view.from() + (view.to() - view.from()) / 2);
    redraw();
  }

  void pan(double part) {
    view.pan(part);
    redraw();
  }

  void reset() {
    view.reset();
    redraw();
  }

  /** Shows the part that was selected by dragging; false if there is none. */
  void zoomToSelected() {
    long[] part = picture.selected();
    if (part[1] > part[0]) {
      picture.select(0, 0);
      show(part[0], part[1]);
    }
  }

  void collapseAll(boolean closed) {
    view.collapseAll(closed);
    layout();
    redraw();
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
    select(row);
  }

  private void select(int row) {
    selected = row;
    int[] chain = row < 0 ? new int[0] : data.chains().of(row);
    picture.highlight(chain);
    redraw();
    onSelect.accept(row);
    if (row >= 0) {
      container.showSelection(GpuPage.withSites(data, data.table().collection(new int[] {row})));
    }
  }

  private IItemCollection selectedEvents() {
    return data.table().collection(selected < 0 ? new int[0] : new int[] {selected});
  }

  private void pressed(Event event) {
    canvas.setFocus();
    if (view.toggle(event.y)) {
      layout();
      redraw();
    } else if (event.button == 1 && event.x >= TimelineView.NAMES) {
      pressedAt = event.x;
    } else if (event.button == 3) {
      select(view.rowAt(event.x, event.y, width()));
    }
  }

  private void released(Event event) {
    if (pressedAt >= 0 && Math.abs(event.x - pressedAt) < DRAG) {
      picture.select(0, 0);
      select(view.rowAt(event.x, event.y, width()));
    } else if (pressedAt >= 0) {
      long[] part = picture.selected();
      container.showSelection(data.table().collection(within(part[0], part[1])));
    }
    pressedAt = -1;
  }

  /** All that began in a part of time. */
  private int[] within(long from, long to) {
    return data.table().lanes().stream()
        .flatMapToInt(
            lane ->
                java.util.stream.IntStream.range(lane.firstFrom(from), lane.firstFrom(to))
                    .map(lane::row))
        .toArray();
  }

  private void doubleClicked(Event event) {
    pressedAt = -1; // the button goes up once more, where another event will be by then
    int row = view.rowAt(event.x, event.y, width());
    if (row >= 0) {
      long length = Math.max(1000, data.table().nanos(row));
      show(data.table().begin(row) - length / 2, data.table().end(row) + length / 2);
    }
  }

  private void moved(int x, int y) {
    if (pressedAt >= 0) {
      if (Math.abs(x - pressedAt) >= DRAG) {
        picture.select(view.timeAt(pressedAt, width()), view.timeAt(x, width()));
        redraw();
      }
      return;
    }
    int row = view.rowAt(x, y, width());
    if (row == hovered) {
      return; // a large range has much to describe
    }
    hovered = row;
    String text = row < 0 ? null : descriptions.of(row);
    if (text == null ? tooltip != null : !text.equals(tooltip)) {
      tooltip = text;
      // An ampersand would mark the next letter.
      canvas.setToolTipText(text == null ? null : text.replace("&", "&&"));
    }
  }

  private void wheel(MouseEvent event) {
    if ((event.stateMask & SWT.MOD1) != 0) {
      view.zoom(event.count > 0 ? 0.7 : 1 / 0.7, view.timeAt(event.x, width()));
      redraw();
    } else if ((event.stateMask & SWT.SHIFT) != 0) {
      pan(event.count > 0 ? -0.1 : 0.1);
    }
  }

  private void key(Event event) {
    switch (event.keyCode) {
      case '+', SWT.KEYPAD_ADD -> zoom(0.7);
      case '-', SWT.KEYPAD_SUBTRACT -> zoom(1 / 0.7);
      case SWT.ARROW_LEFT -> pan(-0.1);
      case SWT.ARROW_RIGHT -> pan(0.1);
      case SWT.HOME -> reset();
      default -> {
        // Not ours.
      }
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

  private void redraw() {
    canvas.redraw();
    onMove.run();
  }
}
