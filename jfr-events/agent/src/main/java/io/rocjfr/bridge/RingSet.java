// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.util.Arrays;

/**
 * All rings of the tracer. Records are taken out of them on the drain thread only. Models:
 * native/models/ring.pml, ring_growth.pml.
 */
final class RingSet {
  /** A waiting producer gets room again after so many groups. */
  private static final int GROUPS_PER_RELEASE = 128;

  private static final Trouble UNDECODED = new Trouble("a record could not be decoded");
  private static final Trouble UNCOMMITTED = new Trouble("an event could not be committed");

  private final Tracer tracer;
  private final GroupReader reader;
  private final Losses losses;

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

  /** It may have been made after the tails were read. */
  private Ring rings(int index) {
    return index < all.length ? all[index] : rings()[index];
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
    if (jfr != null) {
      jfr.begin();
    }
    int left = budget;
    int next = first;
    while (next < tails.length && left > 0) {
      if (all[next].head() >= tails[next]) {
        next++;
      } else {
        left -= takeInOrder(all[next], tails[next], left, jfr, listeners);
      }
    }
    if (jfr != null) {
      jfr.end();
    }
    return next;
  }

  /** What a thread has written to a ring, after what it had written to smaller ones before. */
  private int takeInOrder(Ring ring, long tail, int budget, JfrSink jfr, ListenerSink listeners) {
    Ring oldest = ring;
    long oldestTail = tail;
    while (oldest.after() >= 0) {
      Ring before = rings(oldest.after());
      long beforeTail = oldest.afterTail();
      if (before.head() >= beforeTail) {
        break;
      }
      oldest = before;
      oldestTail = beforeTail;
    }
    return take(oldest, oldestTail, budget, jfr, listeners);
  }

  private int take(Ring ring, long tail, int budget, JfrSink jfr, ListenerSink listeners) {
    long at = ring.head();
    int groups = 0;
    try {
      while (at < tail && groups < budget) {
        long slot = at;
        int slots = GroupReader.slots(ring, slot, tail);
        at += slots; // whatever happens, none is committed twice
        groups++;
        DecodedActivity activity = read(ring, slot, slots);
        if (activity != null) {
          if (jfr != null) {
            commit(jfr, activity, ring, slot);
          }
          listeners.accept(activity);
        }
        if (groups % GROUPS_PER_RELEASE == 0) {
          ring.release(at);
        }
      }
    } finally {
      ring.release(at);
      taken += groups;
    }
    return groups;
  }

  /** Whatever is wrong with a record, the next one has its turn. */
  private DecodedActivity read(Ring ring, long slot, int slots) {
    DecodedActivity activity = null;
    try {
      activity = reader.read(ring, slot, slots);
    } catch (Throwable t) {
      UNDECODED.warn(t);
    }
    if (activity == null) {
      losses.undecoded(GroupReader.domain(ring, slot));
    }
    return activity;
  }

  private void commit(JfrSink jfr, DecodedActivity activity, Ring ring, long slot) {
    try {
      jfr.accept(activity);
    } catch (Throwable t) { // out of memory, or JFR's own
      losses.uncommitted(GroupReader.domain(ring, slot));
      UNCOMMITTED.warn(t);
    }
  }
}
