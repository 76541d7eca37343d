// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.scope;

import io.rocjfr.SpanContextSource;
import io.rocjfr.otel.span.HexIds;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Spans in arrays of numbers, written and read by any thread. Numbers rather than references, since
 * a collector's barrier at the store of a reference costs more than all else, and so that nothing
 * of the application is kept alive.
 *
 * <pre>
 *   id | being written, how often it is current, flags   for each span
 *   32 digits of the trace id                            for each span
 * </pre>
 *
 * The trace id's digits are copied as they are: most spans' are never read. The id is cleared
 * before and set after the others; a reader looks at it before and after.
 */
final class SpanWords {
  private static final int WORDS = 2;
  private static final int DIGITS = 32;
  private static final long FLAGS = 0x3FF;
  private static final long PIN = 0x400;
  private static final long WRITING = Long.MIN_VALUE;
  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] words;
  private final byte[] traceIds;

  SpanWords(int size) {
    words = new long[size * WORDS];
    traceIds = new byte[size * DIGITS];
  }

  /** 0: none, or it is being written. */
  long id(int index) {
    return (long) WORD.getAcquire(words, index * WORDS);
  }

  boolean isPinned(int index) {
    return ((long) WORD.getOpaque(words, index * WORDS + 1) & ~FLAGS) != 0;
  }

  /** False if it is being written. */
  boolean pin(int index) {
    int at = index * WORDS + 1;
    while (true) {
      long state = (long) WORD.getOpaque(words, at);
      if (state < 0) {
        return false;
      }
      if (WORD.weakCompareAndSetPlain(words, at, state, state + PIN)) {
        return true;
      }
    }
  }

  void unpin(int index) {
    int at = index * WORDS + 1;
    while (true) {
      long state = (long) WORD.getOpaque(words, at);
      if (state < PIN || WORD.weakCompareAndSetPlain(words, at, state, state - PIN)) {
        return;
      }
    }
  }

  /**
   * Puts another span there, pinned once.
   *
   * @param traceId 32 digits
   * @return false if another thread writes there
   */
  @SuppressWarnings("deprecation") // the quickest way for what is ASCII
  boolean replace(int index, long id, String traceId, int flags) {
    int at = index * WORDS;
    long state = (long) WORD.getOpaque(words, at + 1);
    if (state < 0 || !WORD.compareAndSet(words, at + 1, state, state | WRITING)) {
      return false;
    }
    WORD.setOpaque(words, at, 0L);
    VarHandle.storeStoreFence();
    traceId.getBytes(0, DIGITS, traceIds, index * DIGITS);
    WORD.setOpaque(words, at + 1, WRITING | (flags & FLAGS));
    WORD.setRelease(words, at, id);
    WORD.setRelease(words, at + 1, PIN | (flags & FLAGS));
    return true;
  }

  /** Null if it is not the span of this id, or is being overwritten. */
  SpanContextSource.Context get(int index, long id) {
    int at = index * WORDS;
    if ((long) WORD.getAcquire(words, at) != id) {
      return null;
    }
    long high = HexIds.parse(traceIds, index * DIGITS);
    long low = HexIds.parse(traceIds, index * DIGITS + DIGITS / 2);
    long flags = (long) WORD.getOpaque(words, at + 1) & FLAGS;
    VarHandle.loadLoadFence();
    return (long) WORD.getOpaque(words, at) == id
        ? new SpanContextSource.Context(high, low, (int) flags)
        : null;
  }
}
