// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package org.openjdk.jmc.ui.charts;

import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.IRange;

/** Signatures of JMC's type of this name. */
public final class XYChart {
  public XYChart(IRange<IQuantity> range, IXDataRenderer rendererRoot, int xOffset) {}

  public XYChart(IQuantity start, IQuantity end, IXDataRenderer rendererRoot, int xOffset) {}

  public void setVisibleRange(IQuantity rangeStart, IQuantity rangeEnd) {
    throw new UnsupportedOperationException();
  }
}
