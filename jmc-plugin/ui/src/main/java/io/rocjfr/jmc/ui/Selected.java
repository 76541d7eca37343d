// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.jmc.ui.data.EventTable;
import io.rocjfr.jmc.ui.data.RecordingData;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmc.common.item.IAttribute;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemFilter;
import org.openjdk.jmc.common.item.ItemCollectionToolkit;
import org.openjdk.jmc.flightrecorder.ui.selection.IFlavoredSelection;
import org.openjdk.jmc.flightrecorder.ui.selection.IItemStreamFlavor;

/**
 * Events that were selected: they themselves, and not what else has their values; on pages of other
 * events what belongs to them.
 */
record Selected(String name, IItemCollection items, RecordingData data)
    implements IFlavoredSelection {
  @Override
  public boolean isEmpty() {
    return !items.hasItems();
  }

  @Override
  public String getName() {
    return name;
  }

  @Override
  public Stream<IItemStreamFlavor> getFlavors(
      IItemFilter filter, IItemCollection all, List<IAttribute<?>> attributes) {
    IItemStreamFlavor themselves = IItemStreamFlavor.build("The selected events", items);
    IItemStreamFlavor chain =
        IItemStreamFlavor.build(
            "Related events",
            // Only worked out where somebody looks.
            ItemCollectionToolkit.build(() -> chain().stream()));
    return items.apply(filter).hasItems()
        ? Stream.of(themselves, chain)
        : Stream.of(chain, themselves);
  }

  private IItemCollection chain() {
    EventTable table = data.table();
    return table.collection(data.chains().of(table.rowsOf(items)));
  }
}
