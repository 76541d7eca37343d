// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package org.openjdk.jmc.ui.charts;

import java.util.List;
import org.openjdk.jmc.common.unit.IQuantity;

/** Signatures of JMC's type of this name. */
public final class QuantitySeries<T> {
  private QuantitySeries() {}

  public static IQuantitySeries<?> all(List<IQuantity> xValues, List<IQuantity> yValues) {
    throw new UnsupportedOperationException();
  }
}
