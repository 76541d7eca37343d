// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import java.util.HashSet;
import java.util.Set;
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
   * Those that belong together with one of the selected events, whether that is a call or work. An
   * event without a correlation id belongs to itself only.
   */
  public static IItemCollection of(IItemCollection all, IItemCollection selected) {
    Set<Number> ids = new HashSet<>();
    Set<Number> found = selected.getAggregate(Aggregators.distinct(GpuAttributes.CORRELATION_ID));
    if (found != null) {
      ids.addAll(found);
      ids.remove(NONE);
    }
    IItemCollection joined = all.apply(ItemFilters.memberOf(GpuAttributes.CORRELATION_ID, ids));
    return ItemCollectionToolkit.merge(() -> Stream.of(joined, selected.apply(ALONE)));
  }
}
