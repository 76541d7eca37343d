// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package org.openjdk.jmc.flightrecorder.ui.common;

import java.util.function.BiConsumer;
import org.eclipse.ui.forms.widgets.Form;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemFilter;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.IRange;
import org.openjdk.jmc.flightrecorder.ui.IPageContainer;

/** Signatures of JMC's type of this name. */
public final class FlavorSelector {
  private FlavorSelector() {}

  /** Signatures of JMC's type of this name. */
  public static class FlavorSelectorState {}

  public static FlavorSelector itemsWithTimerange(
      Form form,
      IItemFilter filter,
      IItemCollection items,
      IPageContainer pageContainer,
      BiConsumer<IItemCollection, IRange<IQuantity>> onSelect,
      FlavorSelectorState flavorSelectorState) {
    throw new UnsupportedOperationException();
  }
}
