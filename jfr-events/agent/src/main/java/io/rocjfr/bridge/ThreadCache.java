// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

/** Threads by their refs, a bounded number of them. Used by the drain thread. */
final class ThreadCache {
  private static final int SIZE = 4096;

  /** For records whose thread is no longer known. */
  static final ThreadEntry UNKNOWN = new ThreadEntry(0, null, -1, 0, null);

  private final Tracer tracer;
  private final ThreadEntry[] entries = new ThreadEntry[SIZE];

  ThreadCache(Tracer tracer) {
    this.tracer = tracer;
  }

  /** Never null. */
  ThreadEntry get(int ref) {
    ThreadEntry entry = entries[ref & (SIZE - 1)];
    return entry != null && entry.ref == ref ? entry : load(ref);
  }

  private ThreadEntry load(int ref) {
    ThreadEntry entry = ref == 0 ? UNKNOWN : tracer.thread(ref);
    if (entry == null) {
      return UNKNOWN;
    }
    entries[ref & (SIZE - 1)] = entry;
    return entry;
  }
}
