// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.util.Arrays;

/** All rings of the tracer. On the drain thread only, except where it says so. */
final class RingSet {
  /** A waiting producer gets room again after so many groups. */
  private static final int GROUPS_PER_RELEASE = 128;

  private final Tracer tracer;
  private final GroupReader reader;
  private final LateRecords late;
  private final Group group = new Group();

  /** Only grows. Changed under this lock, which nobody holds for long. */
  private volatile Ring[] rings = {};

  RingSet(Tracer tracer, GroupReader reader, LateRecords late) {
    this.tracer = tracer;
    this.reader = reader;
    this.late = late;
  }

  /** Up to where each ring is filled now. Any thread. */
  long[] tails() {
    Ring[] all = findRings();
    long[] tails = new long[all.length];
    for (int i = 0; i < tails.length; i++) {
      tails[i] = all[i].tail();
    }
    return tails;
  }

  /** Whether there is anything to take below these tails. */
  boolean anyBelow(long[] tails) {
    Ring[] all = rings;
    for (int i = 0; i < tails.length; i++) {
      if (all[i].head() < tails[i]) {
        return true;
      }
    }
    return false;
  }

  /** Forgets what the rings hold. */
  void discard() {
    Ring[] all = findRings();
    for (int i = 0; i < all.length; i++) {
      long tail = all[i].tail();
      if (late.pending()) {
        discardLate(i, all[i], tail);
      }
      all[i].release(tail);
    }
    late.report(this);
  }

  private void discardLate(int index, Ring ring, long tail) {
    for (long at = ring.head(); at < tail; at += GroupReader.slots(ring, at, tail)) {
      late.taken(index, at, GroupReader.lossDomain(ring, at));
    }
  }

  private Ring[] findRings() {
    int count = tracer.ringCount();
    if (rings.length < count) {
      synchronized (this) {
        int known = rings.length;
        if (known < count) {
          Ring[] more = Arrays.copyOf(rings, count);
          for (int i = known; i < count; i++) {
            more[i] = new Ring(tracer.ring(i));
          }
          rings = more;
        }
      }
    }
    return rings;
  }

  /**
   * Takes up to {@code budget} groups below the tails, from ring {@code first} on.
   *
   * @param jfr null while JFR is not initialised
   * @return the ring to go on with
   */
  int take(long[] tails, int first, int budget, JfrSink jfr, ListenerSink listeners) {
    ListenerSink listening = listeners.isEmpty() ? null : listeners;
    Ring[] all = rings;
    int left = budget;
    int next = first;
    while (next < tails.length && left > 0) {
      left -= take(next, all[next], tails[next], left, jfr, listening);
      if (all[next].head() >= tails[next]) {
        next++;
      }
    }
    if (jfr != null) {
      jfr.forgetThreads();
    }
    return next;
  }

  private int take(
      int index, Ring ring, long tail, int budget, JfrSink jfr, ListenerSink listeners) {
    long at = ring.head();
    int groups = 0;
    try {
      while (at < tail && groups < budget) {
        long slot = at;
        int slots = GroupReader.slots(ring, slot, tail);
        at += slots; // before decoding: a record that cannot be decoded must not come again
        groups++;
        take(ring, slot, slots, jfr, listeners);
        if (late.pending()) {
          late.taken(index, slot, GroupReader.lossDomain(ring, slot));
        }
        if (groups % GROUPS_PER_RELEASE == 0) {
          ring.release(at);
        }
      }
    } finally {
      ring.release(at);
    }
    return groups;
  }

  /** One group. What goes wrong with it is counted, and does not end the round. */
  private void take(Ring ring, long slot, int slots, JfrSink jfr, ListenerSink listeners) {
    boolean known;
    try {
      known = reader.read(ring, slot, slots, group);
    } catch (RuntimeException | LinkageError e) {
      known = false;
      Log.warn("a record cannot be decoded, which is counted as notDecoded", e);
    }
    if (!known) {
      tracer.countLost(GroupReader.lossDomain(ring, slot), Tracer.LOST_NOT_DECODED, 1);
      return;
    }
    if (jfr != null) {
      try {
        jfr.accept(group);
      } catch (RuntimeException | LinkageError e) {
        tracer.countLost(GroupReader.lossDomain(ring, slot), Tracer.LOST_NOT_COMMITTED, 1);
        Log.warn("a record cannot be committed, which is counted as notCommitted", e);
      }
    }
    if (listeners != null) {
      listeners.accept(group);
    }
  }
}
