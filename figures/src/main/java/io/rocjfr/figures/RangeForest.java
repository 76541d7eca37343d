// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Nests the ranges that threads pushed and popped, in bounded memory, and the work of GPUs that was
 * submitted within them. A range comes when it ends, so what is within it comes before it, and
 * waits for it by thread and depth. Ranges that begin and end apart (roctxRangeStart) nest in
 * nothing. For one thread at a time.
 */
public final class RangeForest {
  /** A recording is in the order in which its buffers filled: put right what is off by so much. */
  private static final int REORDER = 1 << 16;

  /**
   * So many ranges of a depth wait each by itself; what is older waits together. That is enough:
   * those of one depth follow each other, and all of them are within the next one around them,
   * unless that is missing.
   */
  private static final int APART = 64;

  /** Deeper than any range: a call that submitted work. */
  private static final int CALL = Integer.MAX_VALUE;

  private record Entry(
      String message,
      long actor,
      int depth,
      long begin,
      long end,
      Collection<? extends Timed> work,
      int instance) {}

  /** By the begin where a clock is coarse: so that it does not matter in which order they come. */
  private static final Comparator<Entry> INNER_FIRST =
      (one, other) -> {
        int order = Long.compare(one.end(), other.end());
        order = order != 0 ? order : Integer.compare(other.depth(), one.depth());
        return order != 0 ? order : Long.compare(one.begin(), other.begin());
      };

  private final boolean anyOrder;
  private final RangeNode nested = new RangeNode("");
  private final RangeNode startStop = new RangeNode("");
  private long uncertain;

  /** What waits for its parent: by thread, then depth, the oldest first. */
  private final Map<Long, NavigableMap<Integer, Deque<Waiting>>> waiting = new HashMap<>();

  /** What may still be preceded by something; in any order all, sorted when the last has come. */
  private final PriorityQueue<Entry> order = new PriorityQueue<>(INNER_FIRST);

  private final List<Entry> all = new ArrayList<>();

  private RangeForest(boolean anyOrder) {
    this.anyOrder = anyOrder;
  }

  /** For ranges that come nearly in the order of their ends, in bounded memory. */
  public RangeForest() {
    this(false);
  }

  /** For ranges in any order, all of which stay in memory until {@link #endOfFile}. */
  public static RangeForest ofAnyOrder() {
    return new RangeForest(true);
  }

  /**
   * Adds a range that was pushed and popped.
   *
   * @param actor the thread that made it
   * @param depth how many pushed ranges of that thread were around it
   */
  public void addNested(String message, long actor, int depth, long begin, long end) {
    addNested(message, actor, depth, begin, end, RangeNode.NO_INSTANCE);
  }

  /**
   * Adds a range that was pushed and popped, and is to be found again among its node's instances.
   *
   * @param instance the caller's number for it, not negative
   */
  public void addNested(String message, long actor, int depth, long begin, long end, int instance) {
    add(new Entry(message, actor, depth, begin, end, List.of(), instance));
  }

  /**
   * Adds what a call submitted, below the innermost range of its thread.
   *
   * @param begin of the call
   */
  public void addWork(long actor, long begin, Collection<? extends Timed> work) {
    // A range that ends when the call begins does not hold it; one that begins then does.
    add(new Entry("", actor, CALL, begin, begin + 1, work, RangeNode.NO_INSTANCE));
  }

  /** Adds a range that began and ended apart. */
  public void addStartStop(String message, long nanos) {
    addStartStop(message, nanos, RangeNode.NO_INSTANCE);
  }

  /** The same of one that is to be found again, by the caller's number for it. */
  public void addStartStop(String message, long nanos, int instance) {
    RangeNode node = startStop.child(message);
    node.addInstance(instance);
    node.times().add(nanos);
  }

  /**
   * Adds the work that was submitted within ranges that began and ended apart. They may overlap,
   * and many may be around one call: so this is asked once for all that became one.
   *
   * @param of what was submitted while at least one of a node's ranges ran
   */
  public void addMeanwhile(Function<RangeNode, Collection<? extends Timed>> of) {
    startStop.children().values().forEach(node -> node.countWork(of.apply(node)));
  }

  /** To be called at the end of each file: what still waits has no parent in it. */
  public void endOfFile() {
    // Lanes come one after the other, each in its own order: such lists are sorted fast.
    all.sort(INNER_FIRST);
    all.forEach(this::place);
    all.clear();
    while (!order.isEmpty()) {
      place(order.remove());
    }
    waiting
        .values()
        .forEach(
            depths ->
                depths.values().stream().flatMap(Deque::stream).forEach(one -> one.moveTo(nested)));
    waiting.clear();
  }

  /** The outermost ranges are its children; valid after {@link #endOfFile}. */
  public RangeNode nested() {
    return nested;
  }

  /** Those that began and ended apart are its children. */
  public RangeNode startStop() {
    return startStop;
  }

  /** How many ranges stand as outermost ones since it is not certain what was around them. */
  public long uncertain() {
    return uncertain;
  }

  /** Says that of people's ranges; empty where all is certain. */
  public String doubt() {
    return uncertain == 0
        ? ""
        : "Of "
            + Units.count(uncertain, "range", "ranges")
            + " it is uncertain which ranges were around them, so they are shown as outermost"
            + " ranges.";
  }

  public boolean isEmpty() {
    return nested.children().isEmpty() && startStop.children().isEmpty();
  }

  private void add(Entry entry) {
    if (anyOrder) {
      all.add(entry);
      return;
    }
    order.add(entry);
    if (order.size() > REORDER) {
      place(order.remove());
    }
  }

  private void place(Entry entry) {
    NavigableMap<Integer, Deque<Waiting>> depths =
        waiting.computeIfAbsent(entry.actor(), actor -> new TreeMap<>());
    Waiting placed = new Waiting(entry);
    if (placed.ranges != null) {
      RangeNode node = placed.ranges.child(entry.message());
      node.times().add(entry.end() - entry.begin());
      node.addInstance(entry.instance());
      // Deeper ones were within it; more than one level deeper only if the ones between are
      // missing.
      NavigableMap<Integer, Deque<Waiting>> within = depths.tailMap(entry.depth(), false);
      within.values().removeIf(deeper -> takeIn(node, entry.begin(), deeper));
    }
    Deque<Waiting> same = depths.computeIfAbsent(entry.depth(), depth -> new ArrayDeque<>(2));
    same.add(placed);
    if (same.size() > APART && entry.depth() != CALL) {
      Waiting oldest = same.remove();
      for (int i = 0; i < APART / 2; i++) {
        oldest.add(same.remove());
      }
      same.addFirst(oldest);
    }
  }

  /**
   * Takes what began within the range from those that wait. What began earlier was within another
   * one, which is further out or not in the recording; it goes on waiting.
   *
   * @return whether nothing waits any more
   */
  private boolean takeIn(RangeNode node, long begin, Deque<Waiting> deeper) {
    Waiting last = deeper.peekLast();
    while (last != null && last.lastBegin >= begin) {
      deeper.removeLast();
      if (last.firstBegin >= begin) {
        last.moveTo(node);
      } else {
        last.moveTo(nested);
        uncertain += last.count;
      }
      last = deeper.peekLast();
    }
    return deeper.isEmpty();
  }

  /** Ranges of one thread and depth that wait for the one around them, or a call's work. */
  private static final class Waiting {
    /** Null for a call: there are many. */
    private final RangeNode ranges;

    private final Collection<? extends Timed> work;
    private long firstBegin;
    private long lastBegin;
    private long count;

    Waiting(Entry entry) {
      boolean call = entry.depth() == CALL;
      ranges = call ? null : new RangeNode("");
      work = entry.work();
      firstBegin = entry.begin();
      lastBegin = entry.begin();
      count = call ? 0 : 1;
    }

    void moveTo(RangeNode node) {
      node.addWork(work);
      if (ranges != null) {
        node.addBelow(ranges);
      }
    }

    /** Adds ranges to ranges. */
    void add(Waiting other) {
      other.moveTo(ranges);
      firstBegin = Math.min(firstBegin, other.firstBegin);
      lastBegin = Math.max(lastBegin, other.lastBegin);
      count += other.count;
    }
  }
}
