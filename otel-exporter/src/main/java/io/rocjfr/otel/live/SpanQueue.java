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

  /** What was taken and is not done. */
  private int inHand;

  private boolean hurried;

  SpanQueue(int capacity, int batch, SpanCounts counts) {
    this.capacity = capacity;
    this.batch = batch;
    this.counts = counts;
  }

  /** Adds spans in this order, as far as there is room. */
  void addAll(List<? extends SpanData> more) {
    lock.lock();
    try {
      int fits = Math.min(more.size(), capacity - size);
      while (spans.length < size + fits) {
        grow();
      }
      int at = (first + size) % spans.length;
      for (int i = 0; i < fits; i++) {
        spans[at] = more.get(i);
        at = at + 1 == spans.length ? 0 : at + 1;
      }
      boolean full = size < batch && size + fits >= batch;
      size += fits;
      counts.dropped(DropReason.QUEUE_FULL, more.size() - fits);
      if (full) {
        changed.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  private void grow() {
    SpanData[] more = new SpanData[Math.max(spans.length, Math.min(capacity, 2 * spans.length))];
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
        taken.add(spans[first]);
        spans[first] = null;
        first = first + 1 == spans.length ? 0 : first + 1;
      }
      size -= count;
      inHand = count;
      return taken;
    } finally {
      lock.unlock();
    }
  }

  /** What was taken last is exported, or dropped. */
  void done() {
    lock.lock();
    try {
      inHand = 0;
    } finally {
      lock.unlock();
    }
  }

  /** Whether nothing waits, and nothing that was taken is still to be done. */
  boolean isIdle() {
    lock.lock();
    try {
      return size == 0 && inHand == 0;
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
