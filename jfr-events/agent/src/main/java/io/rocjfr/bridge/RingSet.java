// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.util.Arrays;

/** All rings of the tracer. Records are taken out of them on the drain thread only. */
final class RingSet {
  /** A waiting producer gets room again after so many groups. */
  private static final int GROUPS_PER_RELEASE = 128;

  private final Tracer tracer;
  private final GroupReader reader;
  private final Losses losses;
  private final Group group = new Group();

  /** Replaced, never changed. */
  private volatile Ring[] all = {};

  private long taken;

  RingSet(Tracer tracer, GroupReader reader, Losses losses) {
    this.tracer = tracer;
    this.reader = reader;
    this.losses = losses;
  }

  /** Up to where each ring is filled now. Any thread. */
  long[] tails() {
    Ring[] rings = rings();
    long[] tails = new long[rings.length];
    for (int i = 0; i < tails.length; i++) {
      tails[i] = rings[i].tail();
    }
    return tails;
  }

  /** Whether there is anything to take below these tails. */
  boolean anyBelow(long[] tails) {
    Ring[] rings = all;
    for (int i = 0; i < tails.length; i++) {
      if (rings[i].head() < tails[i]) {
        return true;
      }
    }
    return false;
  }

  /** Forgets what the rings hold. */
  void discard() {
    for (Ring ring : rings()) {
      ring.release(ring.tail());
    }
  }

  private Ring[] rings() {
    Ring[] known = all;
    return known.length < tracer.ringCount() ? find() : known;
  }

  private synchronized Ring[] find() {
    int count = tracer.ringCount();
    Ring[] more = Arrays.copyOf(all, Math.max(count, all.length));
    for (int i = all.length; i < count; i++) {
      more[i] = new Ring(tracer.ring(i));
    }
    all = more;
    return more;
  }

  /** How many groups have been taken so far. */
  long taken() {
    return taken;
  }

  /**
   * Takes up to {@code budget} groups below the tails, from ring {@code first} on.
   *
   * @param jfr null while JFR is not initialised
   * @return the ring to go on with
   */
  int take(long[] tails, int first, int budget, JfrSink jfr, ListenerSink listeners) {
    Ring[] rings = all;
    int left = budget;
    int next = first;
    while (next < tails.length && left > 0) {
      int taken = take(rings[next], tails[next], left, jfr, listeners);
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
    while (at < tail && groups < budget) {
      int slots = GroupReader.slots(ring, at, tail);
      if (read(ring, at, slots)) {
        if (jfr != null) {
          commit(jfr, ring, at);
        }
        listeners.accept(group);
      }
      at += slots;
      groups++;
      if (groups % GROUPS_PER_RELEASE == 0) {
        ring.release(at);
      }
    }
    ring.release(at);
    taken += groups;
    return groups;
  }

  /** Whatever is wrong with a record, the next one has its turn. */
  private boolean read(Ring ring, long slot, int slots) {
    boolean read = false;
    try {
      read = reader.read(ring, slot, slots, group);
    } catch (Throwable t) {
      Log.warn("a record could not be decoded", t);
    }
    if (!read) {
      losses.undecoded(GroupReader.domain(ring, slot));
    }
    return read;
  }

  private void commit(JfrSink jfr, Ring ring, long slot) {
    try {
      jfr.accept(group);
    } catch (Throwable t) { // out of memory, or JFR's own
      losses.uncommitted(GroupReader.domain(ring, slot));
      Log.warn("an event could not be committed", t);
    }
  }
}
