// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.util.Arrays;

/** All rings of the tracer. Used under the drain's lock. */
final class RingSet {
  /** A waiting producer gets room again after so many groups. */
  private static final int GROUPS_PER_RELEASE = 128;

  private final Tracer tracer;
  private final GroupReader reader;
  private final Group group = new Group();
  private Ring[] rings = {};

  RingSet(Tracer tracer, GroupReader reader) {
    this.tracer = tracer;
    this.reader = reader;
  }

  /** Up to where each ring is filled now. */
  long[] tails() {
    findRings();
    long[] tails = new long[rings.length];
    for (int i = 0; i < tails.length; i++) {
      tails[i] = rings[i].tail();
    }
    return tails;
  }

  /** Whether there is anything to take below these tails. */
  boolean anyBelow(long[] tails) {
    for (int i = 0; i < tails.length; i++) {
      if (rings[i].head() < tails[i]) {
        return true;
      }
    }
    return false;
  }

  /** Forgets what the rings hold. */
  void discard() {
    findRings();
    for (Ring ring : rings) {
      ring.release(ring.tail());
    }
  }

  private void findRings() {
    int count = tracer.ringCount();
    if (rings.length < count) {
      Ring[] more = Arrays.copyOf(rings, count);
      for (int i = rings.length; i < count; i++) {
        more[i] = new Ring(tracer.ring(i));
      }
      rings = more;
    }
  }

  /**
   * Takes up to {@code budget} groups below the tails, from ring {@code first} on.
   *
   * @param jfr null while JFR is not initialised
   * @return the ring to go on with
   */
  int take(long[] tails, int first, int budget, JfrSink jfr, ListenerSink listeners) {
    ListenerSink listening = listeners.isEmpty() ? null : listeners;
    int left = budget;
    int next = first;
    while (next < tails.length && left > 0) {
      int taken = take(rings[next], tails[next], left, jfr, listening);
      left -= taken;
      if (rings[next].head() >= tails[next]) {
        next++;
      }
    }
    if (jfr != null) {
      jfr.forgetThreads();
    }
    return next;
  }

  private int take(Ring ring, long tail, int budget, JfrSink jfr, ListenerSink listeners) {
    long at = ring.head();
    int groups = 0;
    try {
      while (at < tail && groups < budget) {
        long slot = at;
        int slots = GroupReader.slots(ring, slot, tail);
        at += slots; // before decoding: a record that cannot be decoded must not come again
        groups++;
        if (reader.read(ring, slot, slots, group)) {
          if (jfr != null) {
            jfr.accept(group);
          }
          if (listeners != null) {
            listeners.accept(group);
          }
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
}
