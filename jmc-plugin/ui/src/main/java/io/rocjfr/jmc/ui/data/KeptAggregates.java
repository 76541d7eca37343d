// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import java.util.Iterator;
import java.util.Set;
import java.util.Spliterator;
import org.openjdk.jmc.common.item.IAggregator;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemConsumer;
import org.openjdk.jmc.common.item.IItemFilter;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.IRange;

/**
 * All events of a recording, of which each aggregate is worked out once: JMC looks for the first
 * and the last of them on each visit of a page, which takes most of a second for a few millions.
 *
 * @param items them
 * @param data keeps what was worked out
 */
public record KeptAggregates(IItemCollection items, RecordingData data) implements IItemCollection {
  private record Key(IAggregator<?, ?> of) {}

  @Override
  public <V, C extends IItemConsumer<C>> V getAggregate(IAggregator<V, C> aggregator) {
    return data.once(new Key(aggregator), () -> items.getAggregate(aggregator));
  }

  @Override
  public IItemCollection apply(IItemFilter filter) {
    return items.apply(filter);
  }

  @Override
  public boolean hasItems() {
    return items.hasItems();
  }

  @Override
  @SuppressWarnings("deprecation") // Others may ask.
  public Set<IRange<IQuantity>> getUnfilteredTimeRanges() {
    return items.getUnfilteredTimeRanges();
  }

  @Override
  public Iterator<IItemIterable> iterator() {
    return items.iterator();
  }

  @Override
  public Spliterator<IItemIterable> spliterator() {
    return items.spliterator();
  }
}
