// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package org.openjdk.jmc.flightrecorder.ui.common;

import java.util.function.Function;
import org.eclipse.swt.widgets.Composite;
import org.openjdk.jmc.common.item.IAggregator;
import org.openjdk.jmc.common.item.IAttribute;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.ui.column.ColumnManager;
import org.openjdk.jmc.ui.column.TableSettings;

/** Signatures of JMC's type of this name. */
public final class ItemHistogram {
  private ItemHistogram() {}

  /** Signatures of JMC's type of this name. */
  public static class ItemHistogramBuilder {
    public void addCountColumn() {
      throw new UnsupportedOperationException();
    }

    public void addColumn(String colId, IAggregator<?, ?> a) {
      throw new UnsupportedOperationException();
    }

    public void addColumn(
        String colId,
        Function<IItemCollection, ?> valueFunction,
        String name,
        String description,
        int style) {
      throw new UnsupportedOperationException();
    }

    public void addPercentageColumn(
        String colId, IAggregator<?, ?> a, String name, String description) {
      throw new UnsupportedOperationException();
    }

    public <T> ItemHistogram build(
        Composite container, IAttribute<T> classifier, TableSettings tableSettings) {
      throw new UnsupportedOperationException();
    }
  }

  /** Signatures of JMC's type of this name. */
  public static class HistogramSelection {
    public int getRowCount() {
      throw new UnsupportedOperationException();
    }

    public IItemCollection getItems() {
      throw new UnsupportedOperationException();
    }
  }

  public ColumnManager getManager() {
    throw new UnsupportedOperationException();
  }

  public HistogramSelection getSelection() {
    throw new UnsupportedOperationException();
  }

  public void show(IItemCollection items) {
    throw new UnsupportedOperationException();
  }
}
