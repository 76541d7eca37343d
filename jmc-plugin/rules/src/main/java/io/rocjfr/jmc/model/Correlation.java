// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import io.rocjfr.figures.Intervals;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmc.common.item.Aggregators;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemFilter;
import org.openjdk.jmc.common.item.ItemCollectionToolkit;
import org.openjdk.jmc.common.item.ItemFilters;

/** Joins calls with the work that they submitted. */
public final class Correlation {
  /** Of work whose call is not known. */
  private static final long NONE = 0;

  private static final IItemFilter ALONE = ItemFilters.equals(GpuAttributes.CORRELATION_ID, NONE);

  private Correlation() {}

  /**
   * Those that belong together with one of the selected events: with a call its work, with work its
   * call, with a range the calls that its thread made within it. Work without a correlation id
   * belongs to itself only.
   */
  public static IItemCollection of(IItemCollection all, IItemCollection selected) {
    Set<Number> ids = callsWithin(all, GpuEvents.ranges(selected));
    Set<Number> found = selected.getAggregate(Aggregators.distinct(GpuAttributes.CORRELATION_ID));
    if (found != null) {
      ids.addAll(found);
    }
    ids.remove(NONE);
    IItemCollection joined = all.apply(ItemFilters.memberOf(GpuAttributes.CORRELATION_ID, ids));
    return ItemCollectionToolkit.merge(() -> Stream.of(joined, selected.apply(ALONE)));
  }

  private static Set<Number> callsWithin(IItemCollection all, List<RoctxRange> ranges) {
    if (ranges.isEmpty()) {
      return new HashSet<>();
    }
    Map<Long, Intervals> ofThread =
        ranges.stream()
            .collect(
                Collectors.groupingBy(
                    RoctxRange::actor,
                    Collectors.collectingAndThen(Collectors.toList(), Intervals::of)));
    return GpuEvents.calls(all).stream()
        .filter(call -> ofThread.getOrDefault(call.actor(), Intervals.NONE).contains(call.begin()))
        .map(ApiCall::correlationId)
        .collect(Collectors.toCollection(HashSet::new));
  }
}
