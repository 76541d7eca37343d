// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package org.openjdk.jmc.flightrecorder.ui.selection;

import java.util.function.Supplier;
import org.eclipse.jface.action.IContributionManager;
import org.eclipse.jface.viewers.StructuredViewer;
import org.openjdk.jmc.common.item.IAttribute;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.IRange;
import org.openjdk.jmc.flightrecorder.ui.common.ItemList;
import org.openjdk.jmc.ui.charts.XYChart;

/** Signatures of JMC's type of this name. */
public final class SelectionStoreActionToolkit {
  private SelectionStoreActionToolkit() {}

  public static void addSelectionStoreActions(
      SelectionStore store, ItemList list, String selectionName, IContributionManager cm) {
    throw new UnsupportedOperationException();
  }

  public static void addSelectionStoreActions(
      StructuredViewer viewer,
      SelectionStore store,
      Supplier<IItemCollection> itemStreamSupplier,
      String selectionName,
      IContributionManager cm) {
    throw new UnsupportedOperationException();
  }

  public static void addSelectionStoreRangeActions(
      SelectionStore store,
      XYChart chart,
      IAttribute<IRange<IQuantity>> xRangeAttribute,
      String selectionName,
      IContributionManager cm) {
    throw new UnsupportedOperationException();
  }
}
