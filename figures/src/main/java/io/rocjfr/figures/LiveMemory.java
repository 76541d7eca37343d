// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Memory that was allocated and not freed at the ends of chunks, by its stack, and its growth from
 * the first of these moments to the last. Only the number of the moments between is kept.
 */
public final class LiveMemory {

  /**
   * One allocation, or several that are alike, at one moment.
   *
   * @param moment a number of the moment; later ones are larger
   * @param timeNanos when that was
   * @param allocationId 0 where it stands for several
   * @param count how many it stands for
   * @param stack the frames as lines, innermost first; null: not known
   */
  public record Allocation(
      long moment,
      long timeNanos,
      long allocationId,
      long count,
      long bytes,
      long ageNanos,
      String function,
      String kind,
      int device,
      String stack) {}

  /** What a stack holds: equal stacks with another function, kind or device are others. */
  public record Site(String function, String kind, int device, String stack) {}

  /**
   * What a stack holds at the last moment.
   *
   * @param growthBytes since the first moment; the same as bytes where there is only one
   */
  public record Held(
      Site site, long bytes, long count, long growthBytes, long growthCount, long oldestNanos) {}

  private static final class Sum {
    private long bytes;
    private long count;
    private long oldestNanos;
  }

  private record Seen(long id, Site site, long bytes, long age) {}

  private static final class Moment {
    private final Map<Site, Sum> sums = new HashMap<>();
    private final Set<Seen> seen = new HashSet<>();
    private long timeNanos;
    private long bytes;
    private long count;
  }

  /** The first and the last one, and for a while those that may become it. */
  private final TreeMap<Long, Moment> moments = new TreeMap<>();

  private final Set<Long> numbers = new HashSet<>();

  /** Adds one; the same again, from another copy of a recording, does not count. */
  public void add(Allocation allocation) {
    numbers.add(allocation.moment());
    if (moments.size() >= 2
        && allocation.moment() > moments.firstKey()
        && allocation.moment() < moments.lastKey()) {
      return;
    }
    Moment moment = moments.computeIfAbsent(allocation.moment(), number -> new Moment());
    while (moments.size() > 2) {
      moments.remove(moments.higherKey(moments.firstKey()));
    }
    Site site =
        new Site(allocation.function(), allocation.kind(), allocation.device(), allocation.stack());
    if (!moment.seen.add(
        new Seen(allocation.allocationId(), site, allocation.bytes(), allocation.ageNanos()))) {
      return;
    }
    Sum sum = moment.sums.computeIfAbsent(site, key -> new Sum());
    sum.bytes += allocation.bytes();
    sum.count += allocation.count();
    sum.oldestNanos = Math.max(sum.oldestNanos, allocation.ageNanos());
    moment.bytes += allocation.bytes();
    moment.count += allocation.count();
    moment.timeNanos = Math.max(moment.timeNanos, allocation.timeNanos());
  }

  /** How many moments there were. */
  public int moments() {
    return numbers.size();
  }

  /** When the last one was; 0 if there is none. */
  public long lastNanos() {
    return moments.isEmpty() ? 0 : moments.lastEntry().getValue().timeNanos;
  }

  /** When the first one was; 0 if there is none. */
  public long firstNanos() {
    return moments.isEmpty() ? 0 : moments.firstEntry().getValue().timeNanos;
  }

  /** Live at the last moment. */
  public long bytes() {
    return moments.isEmpty() ? 0 : moments.lastEntry().getValue().bytes;
  }

  /** How many allocations these are. */
  public long count() {
    return moments.isEmpty() ? 0 : moments.lastEntry().getValue().count;
  }

  /** What is live that was not at the first moment, and less what is gone. */
  public long growthBytes() {
    return moments.size() < 2 ? bytes() : bytes() - moments.firstEntry().getValue().bytes;
  }

  /** By stack: who has grown most first, then who holds most; what has no stack last. */
  public List<Held> held() {
    if (moments.isEmpty()) {
      return List.of();
    }
    Map<Site, Sum> last = moments.lastEntry().getValue().sums;
    Map<Site, Sum> first = moments.size() < 2 ? Map.of() : moments.firstEntry().getValue().sums;
    List<Held> held = new ArrayList<>();
    last.forEach(
        (site, sum) -> {
          Sum before = first.getOrDefault(site, new Sum());
          held.add(
              new Held(
                  site,
                  sum.bytes,
                  sum.count,
                  sum.bytes - before.bytes,
                  sum.count - before.count,
                  sum.oldestNanos));
        });
    held.sort(
        Comparator.comparing((Held h) -> h.site().stack() != null)
            .thenComparingLong(Held::growthBytes)
            .thenComparingLong(Held::bytes)
            .reversed()
            .thenComparing(h -> String.valueOf(h.site())));
    return held;
  }
}
