// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemIterable;

/**
 * What was read of the events of the last recording that somebody asked about. JMC gives each rule
 * a collection of its own, of the same arrays: reading them once for each rule would take most of
 * the rules' time. Given back when nobody has asked for some seconds.
 */
final class KeptReads<T> {
  private static final int SECONDS = 20;

  /** By these an array is known: who leaves out events of it has fewer. */
  private record Known(IItem first, IItem last, long count) {
    static Known of(IItemIterable array) {
      long count = array.getItemCount();
      IItem last = array.stream().skip(Math.max(0, count - 1)).findFirst().orElse(null);
      return new Known(array.stream().findFirst().orElse(null), last, count);
    }

    boolean is(Known other) {
      return first == other.first && last == other.last && count == other.count;
    }
  }

  private final Executor later;
  private List<Known> known = List.of();
  private List<T> read;
  private long asked;

  KeptReads() {
    this(CompletableFuture.delayedExecutor(SECONDS, TimeUnit.SECONDS));
  }

  /** Makes one that gives back when {@code later} runs. */
  KeptReads(Executor later) {
    this.later = later;
  }

  /** What was read of these arrays, or is now; not to be changed. */
  synchronized List<T> of(List<IItemIterable> arrays, Supplier<List<T>> reader) {
    List<Known> wanted = new ArrayList<>();
    arrays.forEach(array -> wanted.add(Known.of(array)));
    if (read == null || !isKnown(wanted)) {
      read = Collections.unmodifiableList(reader.get());
      known = wanted;
    }
    long now = ++asked;
    later.execute(() -> giveBack(now));
    return read;
  }

  private boolean isKnown(List<Known> wanted) {
    boolean same = wanted.size() == known.size();
    for (int i = 0; same && i < wanted.size(); i++) {
      same = wanted.get(i).is(known.get(i));
    }
    return same;
  }

  private synchronized void giveBack(long then) {
    if (asked == then) {
      read = null;
      known = List.of();
    }
  }
}
