// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.scope;

import io.rocjfr.SpanContextSource;
import io.rocjfr.otel.span.HexIds;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Spans in arrays of numbers: written by one thread, read by any. Numbers rather than references,
 * since a collector's barrier at the store of a reference costs more than all else, and so that
 * nothing of the application is kept alive.
 *
 * <pre>
 *   id | flags                 for each span
 *   32 digits of the trace id  for each span
 * </pre>
 *
 * The trace id's digits are copied as they are: most spans' are never read. The id is cleared
 * before and set after the others; a reader looks at it before and after.
 */
final class SpanWords {
  private static final int WORDS = 2;
  private static final int DIGITS = 32;
  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] words;
  private final byte[] traceIds;

  SpanWords(int size) {
    words = new long[size * WORDS];
    traceIds = new byte[size * DIGITS];
  }

  int size() {
    return words.length / WORDS;
  }

  /** By the writer. */
  long id(int index) {
    return words[index * WORDS];
  }

  /**
   * By the writer.
   *
   * @param traceId 32 digits
   */
  @SuppressWarnings("deprecation") // the quickest way for what is ASCII
  void set(int index, long id, String traceId, int flags) {
    int at = index * WORDS;
    words[at] = 0;
    VarHandle.storeStoreFence();
    traceId.getBytes(0, DIGITS, traceIds, index * DIGITS);
    words[at + 1] = flags;
    WORD.setRelease(words, at, id);
  }

  /** By the writer. */
  void copy(int index, SpanWords from, int fromIndex) {
    int at = index * WORDS;
    words[at] = 0;
    VarHandle.storeStoreFence();
    System.arraycopy(from.traceIds, fromIndex * DIGITS, traceIds, index * DIGITS, DIGITS);
    words[at + 1] = from.words[fromIndex * WORDS + 1];
    WORD.setRelease(words, at, from.words[fromIndex * WORDS]);
  }

  /** By any thread: null if it is not the span of this id, or is being overwritten. */
  SpanContextSource.Context get(int index, long id) {
    int at = index * WORDS;
    if ((long) WORD.getAcquire(words, at) != id) {
      return null;
    }
    long high = HexIds.parse(traceIds, index * DIGITS);
    long low = HexIds.parse(traceIds, index * DIGITS + DIGITS / 2);
    long flags = words[at + 1];
    VarHandle.loadLoadFence();
    return (long) WORD.getOpaque(words, at) == id
        ? new SpanContextSource.Context(high, low, (int) flags)
        : null;
  }
}
