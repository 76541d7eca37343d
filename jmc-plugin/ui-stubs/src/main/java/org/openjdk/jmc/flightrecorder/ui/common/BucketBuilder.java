// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package org.openjdk.jmc.flightrecorder.ui.common;

import org.openjdk.jmc.common.item.IAggregator;
import org.openjdk.jmc.common.item.IAttribute;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemConsumer;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.ui.charts.IQuantitySeries;

/** Signatures of JMC's type of this name. */
public final class BucketBuilder {
  private BucketBuilder() {}

  public static <C extends IItemConsumer<C>, T> IQuantitySeries<T> aggregatorSeries(
      IItemCollection items, IAggregator<IQuantity, C> a, IAttribute<IQuantity> xAttribute) {
    throw new UnsupportedOperationException();
  }
}
