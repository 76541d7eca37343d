// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import io.rocjfr.figures.BusyTime;
import io.rocjfr.jmc.ui.data.ChunkTimes.Chunk;
import java.nio.file.Path;

/**
 * From when to when was recorded, as the command {@code summary} has it: the time of the file's
 * chunks, and that of what a GPU did before and after. JMC itself counts from the first event to
 * the last.
 *
 * @param begin of the recording or of its first event, in nanoseconds of the epoch
 * @param end of the recording or of its last event
 * @param nanos of what shares are
 */
public record RecordedPeriod(long begin, long end, long nanos) {
  /**
   * That of a recording.
   *
   * @param file null if there is none; without one, and of one that cannot be read, JMC's range
   *     stands for its chunks
   * @param first event that JMC has read: of a large file some chunks only
   */
  static RecordedPeriod of(EventTable table, Path file, long first, long last) {
    Hull chunks = new Hull();
    if (file != null) {
      for (Chunk chunk : ChunkTimes.of(file)) {
        if (chunk.begin() <= last && chunk.end() >= first) {
          chunks.include(chunk.begin(), chunk.end());
        }
      }
    }
    if (chunks.begin > chunks.end) {
      chunks.include(first, last);
    }
    Hull work = new Hull();
    Hull all = new Hull();
    all.include(chunks);
    for (Lane lane : table.lanes()) {
      Hull ofLane = new Hull();
      for (int place = 0; place < lane.size(); place++) {
        ofLane.include(table.begin(lane.row(place)), table.end(lane.row(place)));
      }
      all.include(ofLane);
      if (lane.key().kind().isWork()) {
        work.include(ofLane);
      }
    }
    BusyTime nanos = new BusyTime();
    nanos.add(chunks.begin, chunks.end);
    nanos.add(work.begin, work.end);
    return new RecordedPeriod(all.begin, all.end, nanos.nanos());
  }

  /** From the first to the last of some moments; its end is before its begin without any. */
  private static final class Hull {
    private long begin = Long.MAX_VALUE;
    private long end = Long.MIN_VALUE;

    void include(long from, long to) {
      begin = Math.min(begin, from);
      end = Math.max(end, to);
    }

    void include(Hull other) {
      include(other.begin, other.end);
    }
  }
}
