// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.paint;

import io.rocjfr.jmc.ui.data.Lane;
import io.rocjfr.jmc.ui.data.TimelineGroup;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Which part of a recording the timeline shows, and where on it everything is. */
public final class TimelineView {
  public static final int AXIS = 26;
  public static final int LEGEND = 24;
  public static final int NAMES = 210;
  static final int GROUP = 22;
  static final int LANE = 26;

  /** No shorter part can be seen: a nanosecond for each of so many pixels. */
  private static final long SHORTEST = 1000;

  /**
   * A line of the timeline.
   *
   * @param y below the axis, before scrolling
   * @param lane null where it is the group's own
   */
  record Line(int y, TimelineGroup group, Lane lane) {
    int height() {
      return lane == null ? GROUP : LANE;
    }
  }

  private final List<TimelineGroup> groups;
  private final Set<String> collapsed = new HashSet<>();
  private final long first;
  private final long last;
  private List<Line> lines = List.of();
  private long from;
  private long to;
  private int scroll;

  /** Shows all of a recording from its begin to its end, in nanoseconds of the epoch. */
  public TimelineView(List<TimelineGroup> groups, long first, long last) {
    this.groups = groups;
    this.first = first;
    this.last = Math.max(last, first + SHORTEST);
    reset();
    layout();
  }

  public long from() {
    return from;
  }

  public long to() {
    return to;
  }

  /** The begin of the recording. */
  public long first() {
    return first;
  }

  /** Shows the whole recording. */
  public void reset() {
    from = first;
    to = last;
  }

  /** Shows this part, as far as it is in the recording. */
  public void show(long begin, long end) {
    long length = Math.min(Math.max(end - begin, SHORTEST), last - first);
    from = Math.min(Math.max(begin, first), last - length);
    to = from + length;
  }

  /** Shows less for a factor below 1, and more above; what is at this moment stays where it is. */
  public void zoom(double factor, long moment) {
    double length = Math.max(SHORTEST, Math.min((to - from) * factor, (double) last - first));
    // Moments are too large for a double to have nanoseconds; their distances are not.
    long begin = moment - (long) ((moment - from) * (length / (to - from)));
    show(begin, begin + (long) length);
  }

  /** Moves by a part of what is shown; to later times where it is positive. */
  public void pan(double part) {
    long step = (long) ((to - from) * part);
    show(from + step, to + step);
  }

  /** How high all lines are together. */
  public int height() {
    return lines.isEmpty()
        ? 0
        : lines.get(lines.size() - 1).y + lines.get(lines.size() - 1).height();
  }

  public void scrollTo(int y) {
    scroll = Math.max(0, y);
  }

  int scroll() {
    return scroll;
  }

  /** Opens or closes the group at this place; false if there is none. */
  public boolean toggle(int y) {
    Line line = lineAt(y);
    if (line == null || line.lane != null) {
      return false;
    }
    if (!collapsed.remove(line.group.name())) {
      collapsed.add(line.group.name());
    }
    layout();
    return true;
  }

  /** Closes or opens all groups. */
  public void collapseAll(boolean closed) {
    collapsed.clear();
    if (closed) {
      groups.forEach(group -> collapsed.add(group.name()));
    }
    layout();
  }

  boolean isCollapsed(TimelineGroup group) {
    return collapsed.contains(group.name());
  }

  List<Line> lines() {
    return lines;
  }

  /** The lane at this place; null if there is none. */
  public Lane laneAt(int y) {
    Line line = lineAt(y);
    return line == null ? null : line.lane;
  }

  /** The event at this place, or near it; -1 if there is none. */
  public int rowAt(int x, int y, int width) {
    Lane lane = x < NAMES ? null : laneAt(y);
    return lane == null ? -1 : lane.at(timeAt(x, width), 3 * (to - from) / plot(width));
  }

  private Line lineAt(int y) {
    int place = y - AXIS + scroll;
    if (y < AXIS) {
      return null;
    }
    for (Line line : lines) {
      if (place >= line.y && place < line.y + line.height()) {
        return line;
      }
    }
    return null;
  }

  /** The moment at this place. */
  public long timeAt(int x, int width) {
    return from + (long) ((double) (x - NAMES) / plot(width) * (to - from));
  }

  /** The place of this moment, which may be outside. */
  double xOf(long moment, int width) {
    return NAMES + (double) (moment - from) / (to - from) * plot(width);
  }

  /** How long a point is. */
  long nanosOfPixel(int width) {
    return Math.max(1, (to - from) / plot(width));
  }

  /** How wide the lanes are without their names. */
  static int plot(int width) {
    return Math.max(1, width - NAMES);
  }

  private void layout() {
    List<Line> laidOut = new ArrayList<>();
    int y = 0;
    for (TimelineGroup group : groups) {
      laidOut.add(new Line(y, group, null));
      y += GROUP;
      if (!isCollapsed(group)) {
        for (Lane lane : group.lanes()) {
          laidOut.add(new Line(y, group, lane));
          y += LANE;
        }
      }
    }
    lines = laidOut;
  }
}
