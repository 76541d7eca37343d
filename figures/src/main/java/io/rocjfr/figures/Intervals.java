// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * A set of moments: separate intervals in ascending order, none of them empty. What overlaps counts
 * once: the time in which at least one of many was running is {@link #total()}.
 */
public final class Intervals {
  public static final Intervals NONE = new Intervals(new Separate(0));

  private final long[] begins;
  private final long[] ends;

  /** How long all before each last together, and behind the last all. */
  private final long[] before;

  private Intervals(Separate separate) {
    begins = Arrays.copyOf(separate.begins, separate.size);
    ends = Arrays.copyOf(separate.ends, separate.size);
    before = new long[begins.length + 1];
    for (int i = 0; i < begins.length; i++) {
      before[i + 1] = before[i] + ends[i] - begins[i];
    }
  }

  /** The moments in which at least one of these was running. */
  public static Intervals of(Collection<? extends Timed> all) {
    Separate separate = new Separate(all.size());
    all.forEach(one -> separate.add(one.begin(), one.end()));
    return separate.unite();
  }

  /**
   * The moments in which at least one of these was running. Each has its begin and its end at one
   * place of the columns. One that ends where it begins, or before, does not count.
   */
  public static Intervals of(long[] begins, long[] ends, int[] places) {
    Separate separate = new Separate(places.length);
    for (int place : places) {
      separate.add(begins[place], ends[place]);
    }
    return separate.unite();
  }

  /**
   * Makes the first so many intervals, none of which ends before its begin, separate and sorted, in
   * their place: the one way in which overlapping time is counted once.
   *
   * @return how many there are then
   */
  static int unite(long[] begins, long[] ends, int size) {
    // Each for itself: where the next begin is after an end, as many have ended as have begun.
    Arrays.sort(begins, 0, size);
    Arrays.sort(ends, 0, size);
    int separate = 0;
    int first = 0;
    for (int i = 0; i < size; i++) {
      if (i + 1 == size || begins[i + 1] > ends[i]) {
        begins[separate] = begins[first];
        ends[separate++] = ends[i];
        first = i + 1;
      }
    }
    return separate;
  }

  /** The separate intervals. */
  public List<Interval> list() {
    List<Interval> all = new ArrayList<>(begins.length);
    for (int i = 0; i < begins.length; i++) {
      all.add(new Interval(begins[i], ends[i]));
    }
    return all;
  }

  /** How many there are. */
  public int size() {
    return begins.length;
  }

  public boolean isEmpty() {
    return begins.length == 0;
  }

  /** Whether the moment is in one of them; their ends are not. */
  public boolean contains(long moment) {
    int last = lastUntil(moment);
    return last >= 0 && moment < ends[last];
  }

  /** How long all of them last together. */
  public long total() {
    return before[begins.length];
  }

  /** How long all of them last together between two moments; 0 where the second is earlier. */
  public long total(long from, long to) {
    return Math.max(0, totalUntil(to) - totalUntil(from));
  }

  private long totalUntil(long moment) {
    int last = lastUntil(moment);
    return last < 0 ? 0 : before[last] + Math.min(moment, ends[last]) - begins[last];
  }

  /** The place of the last one that begins by then; less than 0 if none does. */
  private int lastUntil(long moment) {
    int found = Arrays.binarySearch(begins, moment);
    return found >= 0 ? found : -found - 2;
  }

  /** From the first begin to the last end. */
  public long span() {
    return isEmpty() ? 0 : ends[ends.length - 1] - begins[0];
  }

  /** What lies between the first begin and the last end, but in none of them. */
  public Intervals gaps() {
    Separate gaps = new Separate(begins.length);
    for (int i = 1; i < begins.length; i++) {
      gaps.add(ends[i - 1], begins[i]);
    }
    return new Intervals(gaps);
  }

  /** The moments that are in these and in the others. */
  public Intervals and(Intervals others) {
    Separate common = new Separate(begins.length);
    int mine = 0;
    int theirs = 0;
    while (mine < begins.length && theirs < others.begins.length) {
      common.add(
          Math.max(begins[mine], others.begins[theirs]), Math.min(ends[mine], others.ends[theirs]));
      if (ends[mine] < others.ends[theirs]) {
        mine++;
      } else {
        theirs++;
      }
    }
    return new Intervals(common);
  }

  /** The moments that are in these, or in the others. */
  public Intervals or(Intervals others) {
    Separate both = new Separate(begins.length + others.begins.length);
    for (Intervals some : List.of(this, others)) {
      for (int i = 0; i < some.begins.length; i++) {
        both.add(some.begins[i], some.ends[i]);
      }
    }
    return both.unite();
  }

  /** The moments from one until another; none where the second is not later. */
  public static Intervals between(long from, long to) {
    Separate one = new Separate(1);
    one.add(from, to);
    return new Intervals(one);
  }

  /** The begin of the first; there is one. */
  public long begin() {
    return begins[0];
  }

  /** The end of the last; there is one. */
  public long end() {
    return ends[ends.length - 1];
  }

  /** The moments that are in these, but not in the others. */
  public Intervals minus(Intervals others) {
    Separate rest = new Separate(begins.length);
    int theirs = 0;
    for (int mine = 0; mine < begins.length; mine++) {
      long begin = begins[mine];
      while (theirs < others.begins.length && others.ends[theirs] <= begin) {
        theirs++;
      }
      for (int i = theirs; i < others.begins.length && others.begins[i] < ends[mine]; i++) {
        rest.add(begin, others.begins[i]);
        begin = others.ends[i];
      }
      rest.add(begin, ends[mine]);
    }
    return new Intervals(rest);
  }

  /** Those that share no moment with the others. */
  public Intervals apartFrom(Intervals others) {
    Separate apart = new Separate(begins.length);
    int theirs = 0;
    for (int mine = 0; mine < begins.length; mine++) {
      while (theirs < others.begins.length && others.ends[theirs] <= begins[mine]) {
        theirs++;
      }
      if (theirs == others.begins.length || others.begins[theirs] >= ends[mine]) {
        apart.add(begins[mine], ends[mine]);
      }
    }
    return new Intervals(apart);
  }

  /** Those that last no longer than this. */
  public Intervals upTo(long nanos) {
    Separate some = new Separate(begins.length);
    for (int i = 0; i < begins.length; i++) {
      if (ends[i] - begins[i] <= nanos) {
        some.add(begins[i], ends[i]);
      }
    }
    return new Intervals(some);
  }

  /** One of them. */
  public record Interval(long begin, long end) implements Timed {}

  /** Gathers intervals. */
  private static final class Separate {
    private long[] begins;
    private long[] ends;
    private int size;

    Separate(int expected) {
      begins = new long[expected];
      ends = new long[expected];
    }

    /** Adds one; nothing where it ends where it begins, or before. */
    void add(long begin, long end) {
      if (begin >= end) {
        return;
      }
      if (size == begins.length) {
        begins = Arrays.copyOf(begins, Math.max(4, 2 * size));
        ends = Arrays.copyOf(ends, begins.length);
      }
      begins[size] = begin;
      ends[size++] = end;
    }

    Intervals unite() {
      size = Intervals.unite(begins, ends, size);
      return new Intervals(this);
    }
  }
}
