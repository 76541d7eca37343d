// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import io.rocjfr.figures.Distribution;
import java.util.Arrays;

/** A row of a table: events that have one name, thread or direction, and figures of them. */
public final class GroupRow {
  private final String key;
  private final Distribution times = new Distribution();
  private int[] rows = new int[4];
  private int count;
  private long bytes;
  private long timedBytes;
  private long bytesNanos;
  private long sized;
  private long blocked;
  private double share;

  GroupRow(String key) {
    this.key = key;
  }

  /** Adds an event; of less than 0 nanoseconds where nobody told how long it took. */
  void add(int row, long nanos, long size, boolean blocks) {
    if (count == rows.length) {
      rows = Arrays.copyOf(rows, 2 * count);
    }
    rows[count++] = row;
    if (nanos < 0) {
      times.addUntimed();
    } else {
      times.add(nanos);
    }
    if (size >= 0) {
      bytes += size;
      sized++;
      if (nanos >= 0) {
        timedBytes += size;
        bytesNanos += nanos;
      }
    }
    if (blocks) {
      blocked += nanos;
    }
  }

  void seal(long total) {
    rows = Arrays.copyOf(rows, count);
    share = total == 0 || times.isUntimed() ? Double.NaN : (double) times.total() / total;
  }

  public String key() {
    return key;
  }

  /** How long the events lasted, in nanoseconds. */
  public Distribution times() {
    return times;
  }

  /** Of the total of all rows of the table. */
  public double share() {
    return share;
  }

  /** The events, in ascending order. */
  public int[] rows() {
    return rows.clone();
  }

  /** What those copied together whose size is known. */
  public long bytes() {
    return bytes;
  }

  /** In the mean of those whose size is known; less than 0 without any. */
  public long averageBytes() {
    return sized == 0 ? -1 : bytes / sized;
  }

  /** Bytes a second while one of known size and times ran; no number where none ran. */
  public double bandwidth() {
    return bytesNanos == 0 ? Double.NaN : timedBytes * 1e9 / bytesNanos;
  }

  /** How long threads were blocked in calls that synchronise, and in blocking copies. */
  public long blockedNanos() {
    return blocked;
  }
}
