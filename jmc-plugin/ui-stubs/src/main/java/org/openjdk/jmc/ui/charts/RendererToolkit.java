// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package org.openjdk.jmc.ui.charts;

import java.util.List;

/** Signatures of JMC's type of this name. */
public final class RendererToolkit {
  private RendererToolkit() {}

  public static IXDataRenderer uniformRows(List<IXDataRenderer> rows) {
    throw new UnsupportedOperationException();
  }

  public static IXDataRenderer empty() {
    throw new UnsupportedOperationException();
  }
}
