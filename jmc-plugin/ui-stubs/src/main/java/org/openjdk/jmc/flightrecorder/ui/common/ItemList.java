// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package org.openjdk.jmc.flightrecorder.ui.common;

import java.util.function.Supplier;
import java.util.stream.Stream;
import org.eclipse.swt.widgets.Composite;
import org.openjdk.jmc.common.item.IAttribute;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.ui.column.ColumnManager;
import org.openjdk.jmc.ui.column.TableSettings;

/** Signatures of JMC's type of this name. */
public final class ItemList {
  private ItemList() {}

  /** Signatures of JMC's type of this name. */
  public static class ItemListBuilder {
    public void addColumn(IAttribute<?> a) {
      throw new UnsupportedOperationException();
    }

    public void addColumn(
        String columnId,
        String name,
        String description,
        boolean right,
        IMemberAccessor<?, IItem> accessor) {
      throw new UnsupportedOperationException();
    }

    public ItemList build(Composite container, TableSettings tableSettings) {
      throw new UnsupportedOperationException();
    }
  }

  public ColumnManager getManager() {
    throw new UnsupportedOperationException();
  }

  public Supplier<Stream<? extends IItem>> getSelection() {
    throw new UnsupportedOperationException();
  }

  public void show(IItemCollection items) {
    throw new UnsupportedOperationException();
  }
}
