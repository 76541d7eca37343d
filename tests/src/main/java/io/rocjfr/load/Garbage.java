// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicLong;

/** Keeps the collector busy until it is closed. */
final class Garbage implements AutoCloseable {
  private static final int KEPT = 256;
  private static final int BYTES = 32 * 1024;

  private final AtomicLong allocated = new AtomicLong();
  private final Thread[] threads;
  private volatile boolean closed;

  Garbage(int count) {
    threads = new Thread[count];
    for (int i = 0; i < count; i++) {
      threads[i] = LoadThreads.start(false, "garbage-" + i, this::allocate);
    }
  }

  private void allocate() {
    ArrayDeque<byte[]> kept = new ArrayDeque<>();
    while (!closed) {
      kept.add(new byte[BYTES]);
      allocated.addAndGet(BYTES);
      if (kept.size() > KEPT) {
        kept.remove();
      }
    }
  }

  long allocatedBytes() {
    return allocated.get();
  }

  @Override
  public void close() {
    closed = true;
    for (Thread thread : threads) {
      LoadThreads.join(thread);
    }
  }
}
