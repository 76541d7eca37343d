// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package org.openjdk.jmc.ui.charts;

import java.awt.Color;
import org.openjdk.jmc.common.unit.IQuantity;

/** Signatures of JMC's type of this name. */
public final class XYDataRenderer implements IXDataRenderer {
  public XYDataRenderer(IQuantity include, String name, String description) {}

  public XYDataRenderer(
      IQuantity includeLow,
      IQuantity includeHigh,
      boolean axisOnLeft,
      String name,
      String description) {}

  public <T> void addBarChart(String title, IQuantitySeries<T[]> series, Color color) {
    throw new UnsupportedOperationException();
  }

  public <T> void addLineChart(String title, IQuantitySeries<T> series, Color color, boolean fill) {
    throw new UnsupportedOperationException();
  }
}
