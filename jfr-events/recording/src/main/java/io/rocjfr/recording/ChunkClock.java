// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import java.util.Locale;

/**
 * Compares what a chunk's header says of its times with when the chunk's constants and metadata
 * were written. A parser makes all times from the header, and believes it.
 */
final class ChunkClock {
  /** The clocks of a JVM differ by less, unless somebody sets the time while it records. */
  private static final double EARLY_SECONDS = 0.25;

  /** So late the JVM writes the last constants, where it is busy. */
  private static final double LATE_SECONDS = 1;

  private static final double LEAST_PART = 0.1;

  /** Between two chunks of a JVM there is no time. */
  private static final double GAP_SECONDS = 0.1;

  private static final double NANOS = 1e9;

  private final Chunk chunk;
  private long last = Long.MIN_VALUE;

  ChunkClock(Chunk chunk) {
    this.chunk = chunk;
  }

  /** Constants or metadata were written then; the JVM ends a chunk with some. */
  void part(long ticks) {
    last = Math.max(last, ticks);
  }

  /** What is wrong with the times of the chunk, as far as it can be told; null if nothing is. */
  String doubt() {
    if (chunk.beginNanos() < 0
        || chunk.nanos() < 0
        || chunk.beginNanos() + chunk.nanos() < 0) { // Behind the year 2262.
      return says("that it began at " + chunk.beginNanos() + " and lasted " + chunk.nanos());
    }
    double lasted = chunk.nanos() / NANOS;
    // Others than the JVM write no time there, or the chunk's begin.
    boolean told = last != 0 && last != chunk.beginTicks();
    if (!chunk.finished() || lasted == 0 || !told) {
      return null;
    }
    double end = ((double) last - chunk.beginTicks()) / chunk.ticksPerSecond();
    double part = LEAST_PART * lasted;
    boolean fits =
        end > lasted - Math.max(EARLY_SECONDS, part) && end < lasted + Math.max(LATE_SECONDS, part);
    return fits
        ? null
        : says(
            "that it lasts "
                + shown(lasted)
                + ". By its clock of "
                + chunk.ticksPerSecond()
                + " ticks in a second its last constants are "
                + shown(end)
                + " behind its begin");
  }

  private String says(String what) {
    return "has times that may be wrong: at byte " + chunk.offset() + " a chunk says " + what;
  }

  private static String shown(double seconds) {
    return String.format(Locale.ROOT, "%.3f s", seconds);
  }

  /** The same of two chunks, one behind the other, which may be of two JVMs; null if nothing is. */
  static String doubt(Chunk one, Chunk next) {
    if (!one.finished() || one.nanos() < NANOS || one.ticksPerSecond() <= 0) {
      return null;
    }
    double lasted = one.nanos() / NANOS;
    double began = ((double) next.beginNanos() - one.beginNanos()) / NANOS;
    double ticked = ((double) next.beginTicks() - one.beginTicks()) / one.ticksPerSecond();
    boolean follows = Math.abs(began - lasted) < GAP_SECONDS;
    if (follows && one.ticksPerSecond() != next.ticksPerSecond()) {
      return new ChunkClock(next)
          .says(
              "that its clock makes "
                  + next.ticksPerSecond()
                  + " ticks in a second, and the one before says "
                  + one.ticksPerSecond());
    }
    if (Math.abs(ticked - lasted) < GAP_SECONDS && Math.abs(began - lasted) > 1) {
      return new ChunkClock(next)
          .says(
              "that it begins "
                  + shown(began)
                  + " after the one before. By the clock of both that is "
                  + shown(ticked));
    }
    return null;
  }
}
