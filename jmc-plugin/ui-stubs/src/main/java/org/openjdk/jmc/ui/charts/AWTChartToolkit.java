// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package org.openjdk.jmc.ui.charts;

import java.awt.Color;

/** Signatures of JMC's type of this name. */
public final class AWTChartToolkit {
  private AWTChartToolkit() {}

  /** Signatures of JMC's type of this name. */
  public interface IColorProvider<T> {
    Color getColor(T o);
  }
}
