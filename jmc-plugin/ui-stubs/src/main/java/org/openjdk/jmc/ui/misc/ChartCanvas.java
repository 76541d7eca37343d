// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package org.openjdk.jmc.ui.misc;

import org.eclipse.jface.action.IMenuManager;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Canvas;
import org.eclipse.swt.widgets.Composite;
import org.openjdk.jmc.ui.charts.IXDataRenderer;
import org.openjdk.jmc.ui.charts.XYChart;

/** Signatures of JMC's type of this name. */
public final class ChartCanvas extends Canvas {
  public ChartCanvas(Composite parent) {
    super(parent, SWT.NONE);
    throw new UnsupportedOperationException();
  }

  public IMenuManager getContextMenu() {
    throw new UnsupportedOperationException();
  }

  public void setChart(XYChart awtChart) {
    throw new UnsupportedOperationException();
  }

  public void replaceRenderer(IXDataRenderer rendererRoot) {
    throw new UnsupportedOperationException();
  }
}
