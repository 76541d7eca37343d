// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

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

  private final Executor later;
  private List<IItem[]> known = List.of();
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
    if (read == null || !areKnown(arrays)) {
      read = null; // should reading fail, nobody is told of others' events
      known = List.of();
      List<T> now = Collections.unmodifiableList(reader.get());
      known = arrays.stream().map(array -> array.stream().toArray(IItem[]::new)).toList();
      read = now;
    }
    long last = ++asked;
    later.execute(() -> giveBack(last));
    return read;
  }

  /** Event for event: who leaves some out has other arrays. */
  private boolean areKnown(List<IItemIterable> arrays) {
    boolean same = arrays.size() == known.size();
    for (int i = 0; same && i < arrays.size(); i++) {
      same = isKnown(arrays.get(i), known.get(i));
    }
    return same;
  }

  @SuppressWarnings("ReferenceEquality") // the very event is meant
  private static boolean isKnown(IItemIterable array, IItem[] items) {
    int next = 0;
    for (IItem item : array) {
      if (next == items.length || items[next++] != item) {
        return false;
      }
    }
    return next == items.length;
  }

  private synchronized void giveBack(long then) {
    if (asked == then) {
      read = null;
      known = List.of();
    }
  }
}
