// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.openjdk.jmc.common.item.IItem;

/**
 * Events by their identity. They are found by the moment of their begin: an object's own identity
 * hash costs, the first time, more than all else that is read of an event.
 */
final class ItemSet {
  /** So many places are looked at, from the first on, for an event. */
  private static final int NEAR = 16;

  private final IItem[] places;
  private final Set<IItem> crowded = Collections.newSetFromMap(new IdentityHashMap<>());

  /** For so many events. */
  ItemSet(long count) {
    int half = Integer.highestOneBit(Math.toIntExact(Math.max(1, count)));
    places = new IItem[Math.min(half, 1 << 28) << 2];
  }

  /** Adds an event that begins then. False if it is there. */
  boolean add(IItem item, long begin) {
    int mask = places.length - 1;
    int first = (int) ((begin * 0x9E3779B97F4A7C15L) >>> 32); // golden section: Knuth, 6.4
    for (int i = 0; i < NEAR; i++) {
      int place = (first + i) & mask;
      if (places[place] == null) {
        places[place] = item;
        return true;
      }
      if (places[place] == item) {
        return false;
      }
    }
    return crowded.add(item); // many begin at one moment
  }
}
