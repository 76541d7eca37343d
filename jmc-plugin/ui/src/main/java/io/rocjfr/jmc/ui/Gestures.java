// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.jmc.ui.data.EventTable;
import io.rocjfr.jmc.ui.data.Lane;
import io.rocjfr.jmc.ui.paint.TimelinePicture;
import io.rocjfr.jmc.ui.paint.TimelineView;
import java.util.BitSet;
import java.util.function.IntFunction;
import org.eclipse.swt.SWT;

/** What the mouse and the keys do to the timeline; needs no window. */
final class Gestures {
  static final int FIRST = 1;
  static final int MENU = 3;
  private static final int DRAG = 4;
  private static final double IN = 0.7;
  private static final double STEP = 0.1;

  /** What follows from them. */
  interface Effects {
    /** A group was opened or closed. */
    void laidOut();

    /** An event was selected, or none where the row is -1. */
    void selected(int row);

    /** A part of time was selected, in which something ran or not. */
    void selectedTime();

    /** Something else is to be seen. */
    void redraw();
  }

  private final EventTable table;
  private final TimelineView view;
  private final TimelinePicture picture;
  private final Effects effects;
  private int selected = -1;
  private int pressedAt = -1;
  private int hovered = -1;
  private String tip;

  Gestures(EventTable table, TimelineView view, TimelinePicture picture, Effects effects) {
    this.table = table;
    this.view = view;
    this.picture = picture;
    this.effects = effects;
  }

  void pressed(int button, int x, int y, int width) {
    if (button == FIRST && view.toggle(y)) {
      effects.laidOut();
    } else if (button == FIRST && x >= TimelineView.NAMES) {
      pressedAt = x;
    } else if (button == MENU && !isInPart(x, width)) { // Else the menu is of the part.
      picture.select(0, 0);
      select(view.rowAt(x, y, width));
    }
  }

  void moved(int x, int width) {
    if (pressedAt >= 0 && Math.abs(x - pressedAt) >= DRAG) {
      int shown = Math.max(TimelineView.NAMES, Math.min(x, width)); // Nobody sees what is beyond.
      picture.select(view.timeAt(pressedAt, width), view.timeAt(shown, width));
      effects.redraw();
    }
  }

  void released(int button, int x, int y, int width) {
    if (button != FIRST) {
      return;
    }
    int from = pressedAt;
    pressedAt = -1;
    if (from >= 0 && Math.abs(x - from) < DRAG) {
      picture.select(0, 0);
      select(view.rowAt(x, y, width));
    } else if (from >= 0) {
      effects.selectedTime();
    }
  }

  /** Zooms to an event. */
  void doubleClicked(int button, int x, int y, int width) {
    if (button != FIRST) {
      return;
    }
    pressedAt = -1; // The button goes up once more, where another event will be by then.
    int row = view.rowAt(x, y, width);
    if (row >= 0) {
      zoomTo(row);
    }
  }

  /**
   * A key, by what it types: where '+' is depends on the keyboard, and on some it needs Shift.
   *
   * @param code the key, where it types nothing
   */
  void key(char typed, int code) {
    if (typed == '+' || typed == '=' || code == SWT.KEYPAD_ADD) { // One key on many keyboards.
      zoom(IN);
    } else if (typed == '-' || code == SWT.KEYPAD_SUBTRACT) {
      zoom(1 / IN);
    } else if (code == SWT.ARROW_LEFT) {
      pan(-STEP);
    } else if (code == SWT.ARROW_RIGHT) {
      pan(STEP);
    } else if (code == SWT.HOME) {
      view.reset();
      effects.redraw();
    }
  }

  /** Around the middle. */
  void zoom(double factor) {
    view.zoom(factor, view.from() + (view.to() - view.from()) / 2);
    effects.redraw();
  }

  void pan(double part) {
    view.pan(part);
    effects.redraw();
  }

  /** The wheel, turned away from the user or towards him. */
  void wheel(boolean away, int modifiers, int x, int width) {
    if ((modifiers & SWT.MOD1) != 0) {
      view.zoom(away ? IN : 1 / IN, view.timeAt(x, width));
      effects.redraw();
    } else if ((modifiers & SWT.SHIFT) != 0) {
      pan(away ? -STEP : STEP);
    }
  }

  /** What is said at a place; asked for once for an event, of which there may be much to say. */
  String tip(int x, int y, int width, IntFunction<String> describe) {
    int row = view.rowAt(x, y, width);
    if (row != hovered) {
      hovered = row;
      tip = row < 0 ? null : describe.apply(row);
    }
    return tip;
  }

  boolean isDragging() {
    return pressedAt >= 0;
  }

  /** Selects an event; none for -1. */
  void select(int row) {
    selected = row;
    effects.selected(row);
  }

  boolean isAnySelected() {
    return selected >= 0 || isPartSelected();
  }

  /** Those of the part of time that is selected, or the event that is. */
  int[] selectedRows() {
    if (isPartSelected()) {
      return within(picture.selected()[0], picture.selected()[1]);
    }
    return selected < 0 ? new int[0] : new int[] {selected};
  }

  /** Shows the part of time that is selected, or the event that is. */
  void zoomToSelection() {
    long[] part = picture.selected();
    if (isPartSelected()) {
      picture.select(0, 0);
      view.show(part[0], part[1]);
      effects.redraw();
    } else if (selected >= 0) {
      zoomTo(selected);
    }
  }

  private void zoomTo(int row) {
    long half = Math.max(1000, table.nanos(row)) / 2;
    view.show(table.begin(row) - half, table.end(row) + half);
    effects.redraw();
  }

  private boolean isPartSelected() {
    return picture.selected()[1] > picture.selected()[0];
  }

  private boolean isInPart(int x, int width) {
    long moment = view.timeAt(x, width);
    return isPartSelected()
        && x >= TimelineView.NAMES
        && moment >= picture.selected()[0]
        && moment <= picture.selected()[1];
  }

  /** All that ran in a part of time, which may have begun before it. */
  private int[] within(long from, long to) {
    BitSet rows = new BitSet();
    for (Lane lane : table.lanes()) {
      lane.forEachLong(from, to, 0, rows::set);
      for (int place = lane.firstFrom(from); place < lane.firstFrom(to); place++) {
        rows.set(lane.row(place)); // Also what took no time.
      }
    }
    return rows.stream().toArray();
  }
}
