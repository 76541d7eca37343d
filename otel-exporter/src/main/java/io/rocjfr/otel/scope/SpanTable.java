// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.scope;

import io.rocjfr.ExternalCorrelation;
import io.rocjfr.SpanContextSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The spans that were current on the threads of this process, found by id. Bounded: the latest 64
 * of each thread, and up to 262144 more of those that are busier, 48 bytes each.
 */
public final class SpanTable implements SpanContextSource {
  private static final int BUDGET = 1 << 18;

  /** What threads did that have ended may still be running; but not for ever. */
  private static final int MOST_THREADS = 4096;

  private final Map<Long, ThreadSpans> threads = new ConcurrentHashMap<>();
  private final AtomicInteger left = new AtomicInteger(BUDGET);

  SpanTable() {}

  ThreadSpans add(Thread thread, long id, ExternalCorrelation.ThreadStack ids) {
    if (threads.size() >= MOST_THREADS) {
      threads.values().removeIf(this::leaves);
    }
    ThreadSpans spans = new ThreadSpans(thread, ids, this);
    threads.put(id, spans);
    return spans;
  }

  private boolean leaves(ThreadSpans spans) {
    if (!spans.ended()) {
      return false;
    }
    left.addAndGet(spans.reserved());
    return true;
  }

  boolean reserve(int count) {
    if (left.addAndGet(-count) >= 0) {
      return true;
    }
    left.addAndGet(count);
    return false;
  }

  @Override
  public Context find(long externalId, long javaThreadId) {
    ThreadSpans spans = threads.get(javaThreadId);
    Context found = spans == null ? null : spans.find(externalId);
    if (found == null && javaThreadId < 0) {
      for (ThreadSpans any : threads.values()) {
        found = found == null ? any.find(externalId) : found;
      }
    }
    return found;
  }
}
