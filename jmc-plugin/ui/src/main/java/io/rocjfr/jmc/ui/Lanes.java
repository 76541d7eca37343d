// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.figures.GpuKey;
import io.rocjfr.figures.QueueKey;
import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.GpuAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.openjdk.jmc.common.item.IAttribute;
import org.openjdk.jmc.common.item.ICanonicalAccessorFactory;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.item.IType;
import org.openjdk.jmc.common.item.ItemCollectionToolkit;
import org.openjdk.jmc.common.item.ItemFilters;
import org.openjdk.jmc.common.unit.IQuantity;

/** Sorts events into the lanes of the timeline. */
final class Lanes {
  /**
   * One lane.
   *
   * @param name what stands at its left
   * @param colour the field that chooses the colour
   * @param items its events
   */
  record Lane(String name, IAttribute<?> colour, IItemCollection items) {}

  private Lanes() {}

  /** Kernels and copies per device and queue, then ranges and calls per thread. */
  static List<Lane> of(IItemCollection items) {
    List<Lane> lanes = new ArrayList<>();
    add(lanes, items, EventTypes.KERNEL_DISPATCH, GpuAttributes.KERNEL, Lanes::queue);
    add(lanes, items, EventTypes.MEM_COPY, GpuAttributes.DIRECTION, Lanes::copies);
    lanes.sort((one, other) -> one.name.compareTo(other.name));
    add(lanes, items, EventTypes.ROCTX_RANGE, GpuAttributes.MESSAGE, Lanes::ranges);
    add(lanes, items, EventTypes.HIP_API, GpuAttributes.FUNCTION, Lanes::calls);
    return lanes;
  }

  private static void add(
      List<Lane> lanes,
      IItemCollection items,
      String type,
      IAttribute<?> colour,
      Function<IType<IItem>, Function<IItem, String>> namer) {
    Map<String, List<IItem>> byName = new TreeMap<>();
    for (IItemIterable events : items.apply(ItemFilters.type(type))) {
      Function<IItem, String> name = namer.apply(events.getType());
      for (IItem item : events) {
        byName.computeIfAbsent(name.apply(item), unused -> new ArrayList<>()).add(item);
      }
    }
    byName.forEach((name, all) -> lanes.add(new Lane(name, colour, collection(all))));
  }

  private static IItemCollection collection(List<IItem> items) {
    Stream<IItem> stream = items.stream();
    return ItemCollectionToolkit.build(stream);
  }

  private static Function<IItem, String> queue(IType<IItem> type) {
    return item ->
        new QueueKey(
                new GpuKey(
                    (int) number(type, GpuAttributes.DEVICE, item),
                    (int) number(type, GpuAttributes.AGENT_ID, item)),
                raw(type, GpuAttributes.QUEUE, item))
            .label();
  }

  private static Function<IItem, String> copies(IType<IItem> type) {
    return queue(type).andThen(queue -> queue + ", copies");
  }

  /** Nested ranges would hide each other: each depth has a lane. */
  private static Function<IItem, String> ranges(IType<IItem> type) {
    return item ->
        "roctx, "
            + thread(type, item)
            + ", depth "
            + number(type, GpuAttributes.DEPTH, item)
            + (raw(type, GpuAttributes.RANGE_ID, item) == 0 ? "" : ", start/stop");
  }

  private static Function<IItem, String> calls(IType<IItem> type) {
    return item -> "HIP, " + thread(type, item);
  }

  private static String thread(IType<IItem> type, IItem item) {
    IMemberAccessor<String, IItem> accessor = GpuAttributes.THREAD_NAME.getAccessor(type);
    String name = accessor == null ? null : accessor.getMember(item);
    return (name == null ? "thread" : name) + " " + raw(type, GpuAttributes.OS_THREAD_ID, item);
  }

  private static long number(
      IType<IItem> type, ICanonicalAccessorFactory<IQuantity> attribute, IItem item) {
    IMemberAccessor<? extends IQuantity, IItem> accessor = attribute.getAccessor(type);
    IQuantity value = accessor == null ? null : accessor.getMember(item);
    return value == null ? -1 : value.longValue();
  }

  private static long raw(
      IType<IItem> type, ICanonicalAccessorFactory<Number> attribute, IItem item) {
    IMemberAccessor<? extends Number, IItem> accessor = attribute.getAccessor(type);
    Number value = accessor == null ? null : accessor.getMember(item);
    return value == null ? -1 : value.longValue();
  }
}
