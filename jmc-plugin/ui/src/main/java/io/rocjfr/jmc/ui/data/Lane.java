// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import io.rocjfr.figures.Intervals;
import java.util.Arrays;
import java.util.function.IntConsumer;

/** The events of one lane of the timeline, by their begin, and how busy it was. */
public final class Lane {
  /** So many events are looked at together. */
  private static final int BLOCK = 16;

  private static final int FEW = 16;

  private final LaneKey key;
  private final long[] begin;
  private final long[] end;
  private final int[] rows;

  /** When something ran. */
  private Intervals busy;

  /**
   * A tree of blocks with the latest end and the longest event of each, and of all below a node.
   * The root is 1, and the children of i are 2 i and 2 i + 1. The search for the events at a moment
   * goes down the tree, so earlier events cost nothing.
   */
  private long[] latestEnd;

  private long[] longest;

  Lane(LaneKey key, long[] begin, long[] end, int[] rows) {
    this.key = key;
    this.begin = begin;
    this.end = end;
    this.rows = rows;
    Sorting.by(begin, rows);
  }

  public LaneKey key() {
    return key;
  }

  /** How many events it has. */
  public int size() {
    return rows.length;
  }

  /** The row of one of its events; they are in the order of their begin. */
  public int row(int place) {
    return rows[place];
  }

  /** All of its rows, in the order of their begin. */
  public int[] rows() {
    return rows.clone();
  }

  /** Some of its rows, as a lane of their own. */
  public Lane part(int[] some) {
    return new Lane(key, begin, end, some.clone());
  }

  /** The place of the first event that does not begin before this. */
  public int firstFrom(long moment) {
    return Sorting.firstFrom(begin, rows, moment);
  }

  /** How long something ran between these moments; what overlaps counts once. */
  public long busy(long from, long to) {
    return busy().total(from, to);
  }

  private synchronized Intervals busy() {
    if (busy == null) {
      busy = Intervals.of(begin, end, rows);
    }
    return busy;
  }

  /** Calls back for each event that runs between the moments and is this long or longer. */
  public void forEachLong(long from, long to, long nanos, IntConsumer consumer) {
    prepare();
    forEach(
        firstFrom(to),
        (node, place) -> latestEnd[node] > from && longest[node] >= nanos,
        row -> {
          if (end[row] > from && end[row] - begin[row] >= nanos) {
            consumer.accept(row);
          }
        });
  }

  /**
   * Calls back for each event during which one of these moments was, which are in ascending order;
   * its end is no more in it.
   *
   * @return how many steps that took
   */
  long forEachAround(long[] moments, IntConsumer consumer) {
    if (moments.length == 0) {
      return 0;
    }
    prepare();
    return forEach(
        firstFrom(moments[moments.length - 1] + 1),
        (node, place) -> hasAny(moments, begin[rows[place]], latestEnd[node]),
        row -> {
          if (hasAny(moments, begin[row], end[row])) {
            consumer.accept(row);
          }
        });
  }

  private static boolean hasAny(long[] moments, long from, long to) {
    int found = Arrays.binarySearch(moments, from);
    int first = found >= 0 ? found : -found - 1;
    return first < moments.length && moments[first] < to;
  }

  /**
   * The shortest event at this moment, or the nearest within the tolerance; -1 if there is none.
   */
  public int at(long moment, long tolerance) {
    prepare();
    int[] best = {-1};
    forEach(
        firstFrom(moment + tolerance + 1),
        (node, place) -> latestEnd[node] >= moment - tolerance,
        row -> {
          if (end[row] >= moment - tolerance && (best[0] < 0 || nearer(row, best[0], moment))) {
            best[0] = row;
          }
        });
    return best[0];
  }

  /** The longest of the first few events that begin between the moments; -1 without any. */
  public int sample(long from, long to) {
    int best = -1;
    int place = firstFrom(from);
    for (int i = 0; i < FEW && place < rows.length && begin[rows[place]] < to; i++, place++) {
      int row = rows[place];
      if (best < 0 || end[row] - begin[row] > end[best] - begin[best]) {
        best = row;
      }
    }
    return best;
  }

  private boolean nearer(int row, int best, long moment) {
    int order = Long.compare(distance(row, moment), distance(best, moment));
    return order < 0 || (order == 0 && end[row] - begin[row] < end[best] - begin[best]);
  }

  private long distance(int row, long moment) {
    return Math.max(0, Math.max(begin[row] - moment, moment - end[row]));
  }

  /** Whether it is worth to look at what is below a node, the first of which is at this place. */
  private interface Worth {
    boolean look(int node, int place);
  }

  /** Calls back for the events before a place that it is worth to look at, and says the steps. */
  private long forEach(int until, Worth worth, IntConsumer consumer) {
    return below(1, 0, latestEnd.length / 2 * BLOCK, until, worth, consumer);
  }

  private long below(int node, int place, int count, int until, Worth worth, IntConsumer consumer) {
    if (place >= until || !worth.look(node, place)) {
      return 1;
    }
    if (count > BLOCK) {
      int half = count / 2;
      return 1
          + below(2 * node, place, half, until, worth, consumer)
          + below(2 * node + 1, place + half, half, until, worth, consumer);
    }
    int to = Math.min(until, place + BLOCK);
    for (int i = place; i < to; i++) {
      consumer.accept(rows[i]);
    }
    return 1L + to - place;
  }

  private synchronized void prepare() {
    if (latestEnd != null) {
      return;
    }
    int blocks = 1;
    while (blocks * BLOCK < rows.length) {
      blocks *= 2;
    }
    long[] latest = new long[2 * blocks];
    longest = new long[2 * blocks];
    Arrays.fill(latest, Long.MIN_VALUE);
    for (int place = 0; place < rows.length; place++) {
      int row = rows[place];
      int node = blocks + place / BLOCK;
      latest[node] = Math.max(latest[node], end[row]);
      longest[node] = Math.max(longest[node], end[row] - begin[row]);
    }
    for (int node = blocks - 1; node > 0; node--) {
      latest[node] = Math.max(latest[2 * node], latest[2 * node + 1]);
      longest[node] = Math.max(longest[2 * node], longest[2 * node + 1]);
    }
    latestEnd = latest;
  }
}
