// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/**
 * A set of moments: separate intervals in ascending order, none of them empty. What overlaps counts
 * once: the time in which at least one of many was running is {@link #total()}.
 */
public final class Intervals {
  public static final Intervals NONE = new Intervals(List.of());

  private final List<Interval> separate;

  private Intervals(List<Interval> separate) {
    this.separate = separate;
  }

  /** The moments in which at least one of these was running. */
  public static Intervals of(Collection<? extends Timed> all) {
    long[] begins = new long[all.size()];
    long[] ends = new long[all.size()];
    int count = 0;
    for (Timed one : all) {
      if (one.begin() < one.end()) {
        begins[count] = one.begin();
        ends[count++] = one.end();
      }
    }
    // Each for itself: where the next begin is after an end, as many have ended as have begun.
    Arrays.sort(begins, 0, count);
    Arrays.sort(ends, 0, count);
    List<Interval> merged = new ArrayList<>();
    int first = 0;
    for (int i = 0; i < count; i++) {
      if (i + 1 == count || begins[i + 1] > ends[i]) {
        merged.add(new Interval(begins[first], ends[i]));
        first = i + 1;
      }
    }
    return new Intervals(merged);
  }

  /** The separate intervals. */
  public List<Interval> list() {
    return List.copyOf(separate);
  }

  public boolean isEmpty() {
    return separate.isEmpty();
  }

  /** Whether the moment is in one of them; their ends are not. */
  public boolean contains(long moment) {
    int found = Collections.binarySearch(separate, new Interval(moment, Long.MAX_VALUE));
    int last = found >= 0 ? found : -found - 2; // The last that begins by then.
    return last >= 0 && moment < separate.get(last).end();
  }

  /** How long all of them last together. */
  public long total() {
    long total = 0;
    for (Interval interval : separate) {
      total += interval.nanos();
    }
    return total;
  }

  /** From the first begin to the last end. */
  public long span() {
    return isEmpty() ? 0 : last().end() - separate.get(0).begin();
  }

  /** What lies between the first begin and the last end, but in none of them. */
  public Intervals gaps() {
    return isEmpty()
        ? NONE
        : new Intervals(List.of(new Interval(separate.get(0).begin(), last().end()))).minus(this);
  }

  /** The moments that are in these and in the others. */
  public Intervals and(Intervals others) {
    List<Interval> common = new ArrayList<>();
    int mine = 0;
    int theirs = 0;
    while (mine < separate.size() && theirs < others.separate.size()) {
      Interval one = separate.get(mine);
      Interval other = others.separate.get(theirs);
      long begin = Math.max(one.begin(), other.begin());
      long end = Math.min(one.end(), other.end());
      if (begin < end) {
        common.add(new Interval(begin, end));
      }
      if (one.end() < other.end()) {
        mine++;
      } else {
        theirs++;
      }
    }
    return new Intervals(common);
  }

  /** The moments that are in these, but not in the others. */
  public Intervals minus(Intervals others) {
    List<Interval> rest = new ArrayList<>();
    int theirs = 0;
    for (Interval one : separate) {
      long begin = one.begin();
      while (theirs < others.separate.size() && others.separate.get(theirs).end() <= begin) {
        theirs++;
      }
      for (int i = theirs; i < others.separate.size() && begin < one.end(); i++) {
        Interval other = others.separate.get(i);
        if (other.begin() >= one.end()) {
          break;
        }
        if (begin < other.begin()) {
          rest.add(new Interval(begin, other.begin()));
        }
        begin = Math.max(begin, other.end());
      }
      if (begin < one.end()) {
        rest.add(new Interval(begin, one.end()));
      }
    }
    return new Intervals(rest);
  }

  /** Those that share no moment with the others. */
  public Intervals apartFrom(Intervals others) {
    List<Interval> apart = new ArrayList<>();
    int theirs = 0;
    for (Interval one : separate) {
      while (theirs < others.separate.size() && others.separate.get(theirs).end() <= one.begin()) {
        theirs++;
      }
      if (theirs == others.separate.size() || others.separate.get(theirs).begin() >= one.end()) {
        apart.add(one);
      }
    }
    return new Intervals(apart);
  }

  /** Those that last no longer than this. */
  public Intervals upTo(long nanos) {
    return new Intervals(separate.stream().filter(interval -> interval.nanos() <= nanos).toList());
  }

  private Interval last() {
    return separate.get(separate.size() - 1);
  }

  /** One of them. */
  public record Interval(long begin, long end) implements Timed, Comparable<Interval> {
    @Override
    public int compareTo(Interval other) {
      int order = Long.compare(begin, other.begin);
      return order != 0 ? order : Long.compare(end, other.end);
    }
  }
}
