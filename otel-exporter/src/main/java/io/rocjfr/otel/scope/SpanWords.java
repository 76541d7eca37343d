// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.scope;

import io.rocjfr.SpanContextSource;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Spans as numbers in one array: written by one thread, read by any. Numbers rather than
 * references, since a collector's barrier at the store of a reference costs more than all else, and
 * so that nothing of the application is kept alive.
 *
 * <pre>
 *   id | trace id high | trace id low | flags     for each span
 * </pre>
 *
 * The id is cleared before and set after the others; a reader looks at it before and after.
 */
final class SpanWords {
  private static final int WORDS = 4;
  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] words;

  SpanWords(int size) {
    words = new long[size * WORDS];
  }

  int size() {
    return words.length / WORDS;
  }

  /** By the writer. */
  long id(int index) {
    return words[index * WORDS];
  }

  /** By the writer. */
  void set(int index, long id, long traceIdHigh, long traceIdLow, int flags) {
    int at = index * WORDS;
    words[at] = 0;
    VarHandle.storeStoreFence();
    words[at + 1] = traceIdHigh;
    words[at + 2] = traceIdLow;
    words[at + 3] = flags;
    WORD.setRelease(words, at, id);
  }

  /** By the writer. */
  void copy(int index, SpanWords from, int fromIndex) {
    int at = fromIndex * WORDS;
    set(index, from.words[at], from.words[at + 1], from.words[at + 2], (int) from.words[at + 3]);
  }

  /** By any thread: null if it is not the span of this id, or is being overwritten. */
  SpanContextSource.Context get(int index, long id) {
    int at = index * WORDS;
    if ((long) WORD.getAcquire(words, at) != id) {
      return null;
    }
    long high = words[at + 1];
    long low = words[at + 2];
    long flags = words[at + 3];
    VarHandle.loadLoadFence();
    return (long) WORD.getOpaque(words, at) == id
        ? new SpanContextSource.Context(high, low, (int) flags)
        : null;
  }
}
