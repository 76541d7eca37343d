// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

/**
 * The traces of a fixed number of spans. The newest replace others, so the GPU work of a span finds
 * it long after its end. For one thread.
 */
public final class SpanTraces {
  /** The flag of a span of another process, beside those of the trace context: as OTLP has it. */
  public static final int REMOTE = 0x200;

  private static final int WAYS = 4;
  private static final int ID = 0;
  private static final int HIGH = 1;
  private static final int LOW = 2;
  private static final int FLAGS = 3;
  private static final int WORDS = 4;

  private final long[] spans;
  private final int shift;
  private int at = -1;

  /**
   * Makes an empty table.
   *
   * @param bits it keeps 2 to the power of so many spans, 32 bytes each
   */
  public SpanTraces(int bits) {
    spans = new long[(1 << bits) * WORDS];
    shift = 64 - bits + 2;
  }

  /** Looks for a span; where it is found, the other methods tell of it. */
  public boolean find(long id) {
    if (at >= 0 && spans[at + ID] == id) {
      return true;
    }
    int set = set(id);
    for (int way = set; way < set + WAYS * WORDS; way += WORDS) {
      if (spans[way + ID] == id) {
        at = way;
        return true;
      }
    }
    return false;
  }

  /** Adds a span or changes it, and finds it. */
  public void put(long id, long traceIdHigh, long traceIdLow, int traceFlags) {
    if (!find(id)) {
      // The latest is the first of its set, and the oldest goes: never one that is still needed,
      // while places are free.
      at = set(id);
      System.arraycopy(spans, at, spans, at + WORDS, (WAYS - 1) * WORDS);
    }
    spans[at + ID] = id;
    spans[at + HIGH] = traceIdHigh;
    spans[at + LOW] = traceIdLow;
    spans[at + FLAGS] = traceFlags;
  }

  private int set(long id) {
    return (int) ((id * 0x9E3779B97F4A7C15L) >>> shift) * WAYS * WORDS;
  }

  /** The upper half of the trace id of the one found. */
  public long traceIdHigh() {
    return spans[at + HIGH];
  }

  /** The lower half. */
  public long traceIdLow() {
    return spans[at + LOW];
  }

  /** The flags of the W3C trace context, and {@link #REMOTE}. */
  public int traceFlags() {
    return (int) spans[at + FLAGS];
  }
}
