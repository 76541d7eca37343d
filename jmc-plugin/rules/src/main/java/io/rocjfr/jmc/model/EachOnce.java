// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.ItemFilters;
import org.openjdk.jmc.common.item.ItemIterableToolkit;

/**
 * The events as they were recorded. JMC sorts events that overlap into arrays of which none
 * overlaps itself, and as of 9.0 it mistakes one array for another where events end and begin at
 * the same instant, as those of GPUs with coarse clocks do: it gives one array twice, and loses the
 * other. What is given twice is the same object.
 */
public final class EachOnce {
  private EachOnce() {}

  /** The events of one type without those that were given before. */
  public static List<IItemIterable> of(Iterable<? extends IItemIterable> events) {
    List<IItemIterable> given = new ArrayList<>();
    events.forEach(given::add);
    if (given.size() < 2) {
      return given;
    }
    ItemSet seen = new ItemSet(count(given));
    List<IItemIterable> once = new ArrayList<>(given.size());
    for (IItemIterable some : given) {
      once.add(without(some, seen));
    }
    return once;
  }

  /** How many of our events with a duration JMC gave again. */
  public static long repeated(IItemCollection recording) {
    long repeated = 0;
    for (String type : EventTypes.WITH_DURATION) {
      List<IItemIterable> given = new ArrayList<>();
      recording.apply(ItemFilters.type(type)).forEach(given::add);
      repeated += count(given) - count(of(given));
    }
    return repeated;
  }

  private static IItemIterable without(IItemIterable events, ItemSet seen) {
    EventFields fields = new EventFields(events.getType());
    long count = events.getItemCount();
    List<IItem> kept = null;
    int row = 0;
    for (IItem item : events) {
      boolean fresh = seen.add(item, fields.begin(item));
      if (!fresh && kept == null) {
        kept = new ArrayList<>(Math.toIntExact(count));
        for (IItem before : events) {
          if (kept.size() == row) {
            break;
          }
          kept.add(before);
        }
      } else if (fresh && kept != null) {
        kept.add(item);
      }
      row++;
    }
    if (kept == null) {
      return events;
    }
    List<IItem> all = kept;
    return ItemIterableToolkit.build(all::stream, events.getType());
  }

  private static long count(List<IItemIterable> events) {
    return events.stream().mapToLong(IItemIterable::getItemCount).sum();
  }
}
