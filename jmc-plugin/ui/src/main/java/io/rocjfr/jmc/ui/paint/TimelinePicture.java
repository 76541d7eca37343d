// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.paint;

import io.rocjfr.figures.Units;
import io.rocjfr.jmc.ui.data.EventTable;
import io.rocjfr.jmc.ui.data.GpuFigures;
import io.rocjfr.jmc.ui.data.Lane;
import io.rocjfr.jmc.ui.data.RecordingData;
import io.rocjfr.jmc.ui.data.RowKind;
import io.rocjfr.jmc.ui.data.TimelineGroup;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;

/**
 * Draws the timeline: what is wide enough as bars with names; what is narrower as a column whose
 * height is the share of time in which something ran.
 */
public final class TimelinePicture implements Picture {
  private static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 11);
  private static final Font BOLD = FONT.deriveFont(Font.BOLD);

  private final RecordingData data;
  private final TimelineView view;
  private final Bars bars;
  private Marks highlighted;
  private Marks focus;
  private long selectedFrom;
  private long selectedTo;

  public TimelinePicture(RecordingData data, TimelineView view) {
    this.data = data;
    this.view = view;
    bars = new Bars(data, new Palette(data.ranks()));
    highlighted = new Marks(data.table(), new int[0]);
  }

  /** Marks these events. */
  public void highlight(int[] rows) {
    highlighted = new Marks(data.table(), rows);
  }

  /** Draws all other events faintly; null for no focus. */
  public void focus(int[] rows) {
    focus = rows == null ? null : new Marks(data.table(), rows);
  }

  /** Marks a part of time; nothing where it is empty. */
  public void select(long from, long to) {
    selectedFrom = Math.min(from, to);
    selectedTo = Math.max(from, to);
  }

  /** Begin and end of the part that is marked. */
  public long[] selected() {
    return new long[] {selectedFrom, selectedTo};
  }

  @Override
  public void paint(Graphics2D g, int width, int height) {
    g.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    g.setFont(FONT);
    g.setColor(Palette.BACKGROUND);
    g.fillRect(0, 0, width, height);
    int bottom = height - TimelineView.LEGEND;
    double step = TimeAxis.step(view.to() - view.from(), TimelineView.plot(width));
    g.setClip(0, TimelineView.AXIS, width, Math.max(0, bottom - TimelineView.AXIS));
    paintGrid(g, width, bottom, step, false);
    for (TimelineView.Line line : view.lines()) {
      int y = TimelineView.AXIS + line.y() - view.scroll();
      if (y + line.height() > TimelineView.AXIS && y < bottom) {
        if (line.lane() == null) {
          paintGroup(g, line, y, width);
        } else {
          paintLane(g, line.lane(), y, width);
        }
      }
    }
    paintSelected(g, width, bottom);
    g.setClip(0, 0, width, height);
    paintGrid(g, width, bottom, step, true);
    new Legend(data).paint(g, bottom, width);
  }

  private void paintGroup(Graphics2D g, TimelineView.Line line, int y, int width) {
    g.setColor(Palette.GROUP);
    g.fillRect(0, y, width, line.height());
    g.setColor(Palette.TEXT);
    int middle = y + line.height() / 2;
    if (view.isCollapsed(line.group())) {
      g.fillPolygon(new int[] {6, 6, 13}, new int[] {middle - 5, middle + 5, middle}, 3);
    } else {
      g.fillPolygon(new int[] {4, 14, 9}, new int[] {middle - 3, middle - 3, middle + 4}, 3);
    }
    g.setFont(BOLD);
    g.drawString(Texts.fit(g, line.group().name(), TimelineView.NAMES - 24), 18, y + 15);
    g.setFont(FONT);
    g.setColor(Palette.FAINT);
    g.drawString(about(line), TimelineView.NAMES + 6, y + 15);
  }

  /** What is said beside a group's name. */
  private String about(TimelineView.Line line) {
    TimelineGroup group = line.group();
    return data.gpus().stream()
        .filter(gpu -> gpu.gpu().label().equals(group.name()))
        .map(this::busy)
        .findFirst()
        .orElseGet(group::about);
  }

  private String busy(GpuFigures gpu) {
    if (gpu.use().isEmpty()) {
      return "no work";
    }
    double share = gpu.share(view.from(), view.to());
    return Double.isNaN(share) ? "busy share unknown" : "busy " + Units.share(share);
  }

  private void paintLane(Graphics2D g, Lane lane, int y, int width) {
    g.setColor(Palette.LINE);
    g.drawLine(0, y + TimelineView.LANE - 1, width, y + TimelineView.LANE - 1);
    g.setColor(Palette.TEXT);
    g.drawString(
        Texts.fit(g, lane.key().label(), TimelineView.NAMES - 28), 22, y + TimelineView.LANE - 9);
    java.awt.Shape clip = g.getClip();
    g.clipRect(TimelineView.NAMES, y, width, TimelineView.LANE);
    int top = y + 3;
    int high = TimelineView.LANE - 6;
    boolean faint = focus != null;
    paintDensity(g, lane, top, high, width, faint);
    lane.forEachLong(
        view.from(),
        view.to(),
        2 * view.nanosOfPixel(width),
        row -> paintBar(g, row, top, high, width, faint && !focus.contains(row)));
    if (faint) {
      paintMarked(g, lane, focus, top, high, width, false);
    }
    paintMarked(g, lane, highlighted, top, high, width, true);
    g.setClip(clip);
  }

  private void paintDensity(Graphics2D g, Lane lane, int top, int high, int width, boolean faint) {
    EventTable table = data.table();
    for (int x = TimelineView.NAMES; x < width; x++) {
      long begin = view.timeAt(x, width);
      long end = Math.max(begin + 1, view.timeAt(x + 1, width));
      long busy = lane.busy(begin, end);
      if (busy == 0) {
        continue;
      }
      int column = (int) Math.max(1, Math.round((double) high * busy / (end - begin)));
      int row = lane.sample(begin, end);
      Color color =
          row < 0
              ? bars.density(lane.key().kind(), "")
              : bars.density(table.kind(row), table.name(row));
      g.setColor(faint ? Bars.faint(color) : color);
      g.fillRect(x, top + high - column, 1, column);
    }
  }

  private void paintBar(Graphics2D g, int row, int top, int high, int width, boolean faint) {
    int x = (int) Math.floor(Math.max(-9, view.xOf(data.table().begin(row), width)));
    int end = (int) Math.ceil(Math.min(width + 9.0, view.xOf(data.table().end(row), width)));
    bars.paint(g, row, x, top, Math.max(2, end - x), high, faint);
  }

  /** Also where they are narrower than a pixel. */
  private void paintMarked(
      Graphics2D g, Lane lane, Marks marks, int top, int high, int width, boolean outlined) {
    marks.forEachSeen(
        lane,
        view,
        width,
        row -> {
          int x = (int) Math.floor(Math.max(-9, view.xOf(data.table().begin(row), width)));
          int end = (int) Math.ceil(Math.min(width + 9.0, view.xOf(data.table().end(row), width)));
          bars.paint(g, row, x, top, Math.max(outlined ? 3 : 2, end - x), high, false);
          if (outlined) {
            g.setColor(Palette.MARK);
            g.setStroke(new BasicStroke(2));
            g.drawRect(x, top - 1, Math.max(3, end - x), high + 1);
            g.setStroke(new BasicStroke(1));
          }
        });
  }

  private void paintSelected(Graphics2D g, int width, int bottom) {
    if (selectedTo > selectedFrom) {
      int x = (int) Math.max(TimelineView.NAMES, view.xOf(selectedFrom, width));
      int end = (int) Math.min(width, view.xOf(selectedTo, width));
      g.setColor(new Color(70, 130, 220, 50));
      g.fillRect(x, TimelineView.AXIS, Math.max(0, end - x), bottom);
      g.setColor(new Color(70, 130, 220));
      g.drawLine(x, TimelineView.AXIS, x, bottom);
      g.drawLine(end, TimelineView.AXIS, end, bottom);
    }
  }

  private void paintGrid(Graphics2D g, int width, int bottom, double step, boolean names) {
    if (names) {
      g.setColor(Palette.GROUP);
      g.fillRect(0, 0, width, TimelineView.AXIS);
      g.setColor(Palette.TEXT);
      g.drawString("Time since the begin of the recording", 8, 17);
    }
    double offset = Math.ceil((view.from() - view.first()) / step) * step;
    for (; offset + view.first() <= view.to(); offset += step) {
      int x = (int) view.xOf(view.first() + (long) offset, width);
      g.setColor(Palette.LINE);
      if (names) {
        g.setColor(Palette.TEXT);
        g.drawLine(x, TimelineView.AXIS - 5, x, TimelineView.AXIS);
        g.drawString(TimeAxis.label((long) offset, step), x + 3, 17);
      } else {
        g.drawLine(x, TimelineView.AXIS, x, bottom);
      }
    }
  }

  /** Which kinds of events the lanes have: the legend names these. */
  static boolean has(RecordingData data, RowKind kind) {
    return data.table().lanes().stream().anyMatch(lane -> lane.key().kind() == kind);
  }
}
