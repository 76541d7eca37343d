// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmc.common.item.IAttribute;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemFilter;
import org.openjdk.jmc.flightrecorder.ui.selection.IFlavoredSelection;
import org.openjdk.jmc.flightrecorder.ui.selection.IItemStreamFlavor;

/** Events that were selected: they themselves, and not what else has their values. */
record Selected(String name, IItemCollection items) implements IFlavoredSelection {
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
    return Stream.of(IItemStreamFlavor.build("The selected events", items));
  }
}
