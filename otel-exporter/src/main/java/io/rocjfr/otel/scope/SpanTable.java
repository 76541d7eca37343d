// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.scope;

import io.rocjfr.SpanContextSource;

/**
 * The spans that were current on the threads of this process, found by id: the latest 262144, and
 * of older ones those that are current still. Sets of a fixed number of places; no thread waits for
 * another. A record of what a thread did reaches its reader with the span that it did it in, since
 * the ring that it comes by is published after.
 */
public final class SpanTable implements SpanContextSource {
  private static final int WAYS = 8;
  private static final int SET_BITS = 15;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private final int setBits;
  private final byte[] cursors;

  /** Null until the first span is current: 12 MB. */
  private volatile SpanWords spans;

  SpanTable() {
    this(SET_BITS);
  }

  /**
   * Makes one of another size.
   *
   * @param setBits it has 2 to the power of so many sets of 8 spans
   */
  SpanTable(int setBits) {
    this.setBits = setBits;
    cursors = new byte[1 << setBits];
  }

  /**
   * This span becomes current: it is remembered, and not forgotten before {@link #close}, but where
   * all 8 of its set are current.
   *
   * @param traceId 32 digits
   * @return where it is, for {@link #close}
   */
  int open(long id, String traceId, int flags) {
    SpanWords words = words();
    int set = set(id);
    for (int i = set; i < set + WAYS; i++) {
      if (words.id(i) == id && words.pin(i)) {
        if (words.id(i) == id) {
          return i;
        }
        words.unpin(i); // another span has just replaced it
      }
    }
    int first = cursors[set / WAYS]++ & (WAYS - 1); // two threads may begin at the same: no matter
    for (int i = 0; i < WAYS; i++) {
      int at = set + ((first + i) & (WAYS - 1));
      if (!words.isPinned(at) && words.replace(at, id, traceId, flags)) {
        return at;
      }
    }
    int oldest = set + first;
    return words.replace(oldest, id, traceId, flags) ? oldest : -1;
  }

  /** It is current no more. */
  void close(int at, long id) {
    if (at >= 0 && words().id(at) == id) {
      words().unpin(at);
    }
  }

  private SpanWords words() {
    SpanWords made = spans;
    return made != null ? made : makeWords();
  }

  private synchronized SpanWords makeWords() {
    if (spans == null) {
      spans = new SpanWords(WAYS << setBits);
    }
    return spans;
  }

  private int set(long id) {
    return (int) ((id * MULTIPLIER) >>> (Long.SIZE - setBits)) * WAYS;
  }

  /** Whichever thread had it: ids of spans are of the whole process. */
  @Override
  public Context find(long externalId, long javaThreadId) {
    SpanWords words = spans;
    if (words == null || externalId == 0) {
      return null;
    }
    int set = set(externalId);
    Context found = null;
    for (int i = set; i < set + WAYS && found == null; i++) {
      found = words.get(i, externalId);
    }
    return found;
  }
}
