// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemIterable;

/**
 * The set of read events, so that each counts once. JMC sorts overlapping events into arrays
 * without overlaps. As of 9.0 it mixes up two arrays if events end and begin at the same instant,
 * which happens on GPUs with coarse clocks. It gives one array twice, and loses the other. An event
 * that comes twice is the same object.
 *
 * <p>They are found by the moment of their begin: an object's own identity hash costs, the first
 * time, more than all else that is read of an event.
 */
public final class ItemSet {
  /** So many places are looked at, from the first on, for an event. */
  private static final int NEAR = 16;

  /** None where one array is all there is. */
  private final IItem[] places;

  private final Set<IItem> crowded = Collections.newSetFromMap(new IdentityHashMap<>());

  /** For so many events. */
  ItemSet(long count) {
    int half = Integer.highestOneBit(Math.toIntExact(Math.max(1, count)));
    places = count == 0 ? new IItem[0] : new IItem[Math.min(half, 1 << 28) << 2];
  }

  /** For the events of these arrays, to all of which they are added. */
  public static ItemSet of(Collection<IItemIterable> arrays) {
    return new ItemSet(arrays.size() < 2 ? 0 : count(arrays));
  }

  /** How many events JMC gives, some perhaps twice. */
  public static long count(Collection<IItemIterable> arrays) {
    return arrays.stream().mapToLong(IItemIterable::getItemCount).sum();
  }

  /** Adds an event that begins then. False if it is there. */
  public boolean add(IItem item, long begin) {
    int mask = places.length - 1;
    if (mask < 0) {
      return true;
    }
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
