// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Counts the records that a chunk's end had found and did not wait for any longer: they are not in
 * that chunk, whoever gets them later.
 */
final class LateRecords {
  private static final int DOMAINS = Layout.ROCTX + 1;

  private final Tracer tracer;
  private final long[] counts = new long[DOMAINS];
  private boolean any;

  /** By ring; null while nothing is late. */
  private final AtomicReference<long[]> tails = new AtomicReference<>();

  LateRecords(Tracer tracer) {
    this.tracer = tracer;
  }

  /** Those below these tails that are not taken yet are late. Any thread. */
  void begin(long[] found) {
    tails.set(found);
  }

  boolean pending() {
    return tails.get() != null;
  }

  /** On the drain thread: a record is taken from its ring, or thrown away. */
  void taken(int ring, long slot, int domain) {
    long[] late = tails.get();
    if (late != null && ring < late.length && slot < late[ring]) {
      counts[domain]++;
      any = true;
    }
  }

  /** On the drain thread: says what has been counted, and ends where all was taken. */
  void report(RingSet rings) {
    long[] late = tails.get();
    if (any) {
      any = false;
      for (int domain = 0; domain < DOMAINS; domain++) {
        if (counts[domain] != 0) {
          tracer.countLost(domain, Tracer.LOST_HOOK_TIMEOUT, counts[domain]);
          counts[domain] = 0;
        }
      }
    }
    if (late != null && !rings.anyBelow(late)) {
      tails.compareAndSet(late, null);
    }
  }
}
