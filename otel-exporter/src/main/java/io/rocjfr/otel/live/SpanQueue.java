// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.live;

import io.opentelemetry.sdk.trace.data.SpanData;
import io.rocjfr.otel.span.DropReason;
import io.rocjfr.otel.span.SpanCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Spans on their way from the thread that makes them to the one that exports them. Bounded: where
 * it is full, the newest are dropped and counted, and nobody waits.
 */
final class SpanQueue {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final SpanCounts counts;
  private final int capacity;
  private final int batch;

  /** Grows as it is needed: a ring of at most {@code capacity}. */
  private SpanData[] spans = new SpanData[1024];

  private int first;
  private int size;
  private boolean hurried;

  SpanQueue(int capacity, int batch, SpanCounts counts) {
    this.capacity = capacity;
    this.batch = batch;
    this.counts = counts;
  }

  void add(SpanData span) {
    lock.lock();
    try {
      if (size == spans.length && size < capacity) {
        grow();
      }
      if (size == spans.length || size == capacity) {
        counts.dropped(DropReason.QUEUE_FULL, 1);
        return;
      }
      spans[(first + size) % spans.length] = span;
      size++;
      if (size == batch) {
        changed.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  private void grow() {
    SpanData[] more = new SpanData[Math.min(capacity, 2 * spans.length)];
    for (int i = 0; i < size; i++) {
      more[i] = spans[(first + i) % spans.length];
    }
    spans = more;
    first = 0;
  }

  /** Waits for a batch, but not longer than this; returns what there is then. */
  List<SpanData> take(long waitMillis) throws InterruptedException {
    lock.lock();
    try {
      long left = TimeUnit.MILLISECONDS.toNanos(waitMillis);
      while (size < batch && left > 0 && !hurried) {
        left = changed.awaitNanos(left);
      }
      hurried = false;
      int count = Math.min(size, batch);
      List<SpanData> taken = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        int at = (first + i) % spans.length;
        taken.add(spans[at]);
        spans[at] = null;
      }
      first = (first + count) % spans.length;
      size -= count;
      return taken;
    } finally {
      lock.unlock();
    }
  }

  /** Whoever takes shall not wait for a whole batch. */
  void hurry() {
    lock.lock();
    try {
      hurried = true;
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  int size() {
    lock.lock();
    try {
      return size;
    } finally {
      lock.unlock();
    }
  }

  /** Empties it, and counts what was in it as dropped for this reason. */
  void drop(DropReason reason) {
    lock.lock();
    try {
      counts.dropped(reason, size);
      java.util.Arrays.fill(spans, null);
      size = 0;
    } finally {
      lock.unlock();
    }
  }
}
