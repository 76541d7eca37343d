// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import java.util.Arrays;
import java.util.function.IntConsumer;

/** The events of one lane of the timeline, by their begin, and how busy it was. */
public final class Lane {
  /** So many rows share one length: that of their longest. */
  private static final int BLOCK = 64;

  private static final int FEW = 16;

  private final LaneKey key;
  private final long[] begin;
  private final long[] end;
  private final int[] rows;

  /** Separate intervals in which something ran, and how long all before each lasted together. */
  private long[] busyBegin;

  private long[] busyEnd;
  private long[] busyBefore;

  /** The longest of each block, and the latest end up to and with it. */
  private long[] longest;

  private long[] latestEnd;

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
    prepare();
    return Math.max(0, busyUntil(to) - busyUntil(from));
  }

  /** The place of the first event that may still run at this moment. */
  private int firstRunning(long from) {
    int block = 0;
    int last = latestEnd.length;
    while (block < last) {
      int middle = (block + last) >>> 1;
      if (latestEnd[middle] <= from) {
        block = middle + 1;
      } else {
        last = middle;
      }
    }
    return block * BLOCK;
  }

  /** Calls back for each event that runs between the moments and is this long or longer. */
  public void forEachLong(long from, long to, long nanos, IntConsumer consumer) {
    prepare();
    int until = firstFrom(to);
    int place = firstRunning(from);
    while (place < until) {
      if (place % BLOCK == 0 && longest[place / BLOCK] < nanos) {
        place += BLOCK;
        continue;
      }
      int row = rows[place++];
      if (end[row] > from && end[row] - begin[row] >= nanos) {
        consumer.accept(row);
      }
    }
  }

  /**
   * The shortest event at this moment, or the nearest within the tolerance; -1 if there is none.
   */
  public int at(long moment, long tolerance) {
    prepare();
    int best = -1;
    int until = firstFrom(moment + tolerance + 1);
    for (int place = firstRunning(moment - tolerance - 1); place < until; place++) {
      if (place % BLOCK == 0 && latestEndOf(place) < moment - tolerance) {
        place += BLOCK - 1;
        continue;
      }
      int row = rows[place];
      if (end[row] >= moment - tolerance && (best < 0 || nearer(row, best, moment))) {
        best = row;
      }
    }
    return best;
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

  private long latestEndOf(int place) {
    return latestEnd[place / BLOCK];
  }

  private boolean nearer(int row, int best, long moment) {
    int order = Long.compare(distance(row, moment), distance(best, moment));
    return order < 0 || (order == 0 && end[row] - begin[row] < end[best] - begin[best]);
  }

  private long distance(int row, long moment) {
    return Math.max(0, Math.max(begin[row] - moment, moment - end[row]));
  }

  private long busyUntil(long moment) {
    int place = Arrays.binarySearch(busyBegin, moment);
    if (place >= 0) {
      return busyBefore[place];
    }
    int before = -place - 2;
    return before < 0
        ? 0
        : busyBefore[before] + Math.min(moment, busyEnd[before]) - busyBegin[before];
  }

  private synchronized void prepare() {
    if (busyBegin != null) {
      return;
    }
    int blocks = (rows.length + BLOCK - 1) / BLOCK;
    longest = new long[blocks];
    latestEnd = new long[blocks];
    long[] from = new long[rows.length];
    long[] to = new long[rows.length];
    long[] before = new long[rows.length];
    int merged = 0;
    long latest = Long.MIN_VALUE;
    for (int place = 0; place < rows.length; place++) {
      int row = rows[place];
      latest = Math.max(latest, end[row]);
      longest[place / BLOCK] = Math.max(longest[place / BLOCK], end[row] - begin[row]);
      latestEnd[place / BLOCK] = latest;
      if (merged > 0 && begin[row] <= to[merged - 1]) {
        to[merged - 1] = Math.max(to[merged - 1], end[row]);
      } else {
        before[merged] = merged == 0 ? 0 : before[merged - 1] + to[merged - 1] - from[merged - 1];
        from[merged] = begin[row];
        to[merged++] = end[row];
      }
    }
    busyEnd = Arrays.copyOf(to, merged);
    busyBefore = Arrays.copyOf(before, merged);
    busyBegin = Arrays.copyOf(from, merged);
  }
}
