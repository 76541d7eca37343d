// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.figures.Percentiles;
import io.rocjfr.jmc.model.GpuAttributes;
import io.rocjfr.jmc.model.HipFunctions;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Stream;
import org.eclipse.swt.SWT;
import org.openjdk.jmc.common.item.Aggregators;
import org.openjdk.jmc.common.item.IAttribute;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.item.ItemFilters;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.JfrAttributes;
import org.openjdk.jmc.flightrecorder.ui.common.ItemHistogram.ItemHistogramBuilder;

/** The columns of tables that have a row per kernel, direction, function or thread. */
final class Columns {
  static final String TOTAL = "total";
  static final String SHARE = "share";
  static final String AVERAGE = "average";
  static final String P50 = "p50";
  static final String P99 = "p99";
  static final String MAX = "max";
  static final String BYTES = "bytes";
  static final String AVERAGE_BYTES = "averageBytes";
  static final String BANDWIDTH = "bandwidth";
  static final String BLOCKED = "blocked";

  private Columns() {}

  /** Count, total, share, average, percentiles and maximum of how long events last. */
  static void addTimes(ItemHistogramBuilder table, String shareName) {
    table.addCountColumn();
    addColumn(
        table,
        TOTAL,
        items -> items.getAggregate(Aggregators.sum(JfrAttributes.DURATION)),
        "Total",
        "How long all of them lasted together");
    table.addPercentageColumn(
        SHARE,
        Aggregators.sum(JfrAttributes.DURATION),
        shareName,
        "Share of the total of all rows");
    addColumn(
        table,
        AVERAGE,
        items -> items.getAggregate(Aggregators.avg(JfrAttributes.DURATION)),
        "Average",
        "How long one lasted in the mean");
    addColumn(table, P50, items -> percentile(items, 50), "p50", "Half of them were as short");
    addColumn(table, P99, items -> percentile(items, 99), "p99", "99 % of them were as short");
    addColumn(table, MAX, items -> percentile(items, 100), "Max", "The longest");
  }

  /** Bytes and bandwidth. */
  static void addBytes(ItemHistogramBuilder table) {
    addColumn(
        table,
        BYTES,
        items -> items.getAggregate(Aggregators.sum(GpuAttributes.BYTES)),
        "Bytes",
        "What was copied");
    addColumn(
        table,
        AVERAGE_BYTES,
        items -> items.getAggregate(Aggregators.avg(GpuAttributes.BYTES)),
        "Average Bytes",
        "The size of one copy in the mean");
    // JMC's unit for rates shows frequencies: hence an amount, and "/s" in the title.
    addColumn(table, BANDWIDTH, Columns::bandwidth, "Bandwidth (/s)", "While a copy ran");
  }

  /** How much of the time of calls was synchronisation. */
  static void addBlocked(ItemHistogramBuilder table) {
    addColumn(
        table,
        BLOCKED,
        Columns::blocked,
        "In Synchronisation",
        "How long threads were blocked in hip...Synchronize");
  }

  /** How long the synchronisation calls among these lasted together; null if there are none. */
  static IQuantity blocked(IItemCollection calls) {
    return calls
        .apply(ItemFilters.matches(GpuAttributes.FUNCTION, HipFunctions.SYNCHRONISATION))
        .getAggregate(Aggregators.sum(JfrAttributes.DURATION));
  }

  static IQuantity bandwidth(IItemCollection copies) {
    IQuantity bytes = copies.getAggregate(Aggregators.sum(GpuAttributes.BYTES));
    IQuantity time = copies.getAggregate(Aggregators.sum(JfrAttributes.DURATION));
    if (bytes == null || time == null || time.doubleValue() == 0) {
      return null;
    }
    return UnitLookup.BYTE.quantity(
        bytes.doubleValueIn(UnitLookup.BYTE) / time.doubleValueIn(UnitLookup.SECOND));
  }

  /** How long an event lasts that is as long as this share of all, or longer. */
  static IQuantity percentile(IItemCollection items, double percent) {
    IQuantity[] sorted = values(items, JfrAttributes.DURATION);
    Arrays.sort(sorted);
    return sorted.length == 0 ? null : sorted[(int) Percentiles.rank(percent, sorted.length) - 1];
  }

  private static IQuantity[] values(IItemCollection items, IAttribute<IQuantity> attribute) {
    return items.stream().flatMap(events -> values(events, attribute)).toArray(IQuantity[]::new);
  }

  private static Stream<IQuantity> values(IItemIterable events, IAttribute<IQuantity> attribute) {
    IMemberAccessor<IQuantity, IItem> accessor = attribute.getAccessor(events.getType());
    return events.stream().map(accessor::getMember);
  }

  private static void addColumn(
      ItemHistogramBuilder table,
      String id,
      Function<IItemCollection, IQuantity> value,
      String name,
      String description) {
    table.addColumn(id, value, name, description, SWT.RIGHT);
  }
}
