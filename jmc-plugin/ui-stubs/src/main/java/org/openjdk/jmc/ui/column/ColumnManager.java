// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package org.openjdk.jmc.ui.column;

import org.eclipse.jface.viewers.ColumnViewer;

/** Signatures of JMC's type of this name. */
public final class ColumnManager {
  private ColumnManager() {}

  public ColumnViewer getViewer() {
    throw new UnsupportedOperationException();
  }

  public TableSettings getSettings() {
    throw new UnsupportedOperationException();
  }
}
