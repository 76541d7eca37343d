// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package org.openjdk.jmc.ui.column;

import org.openjdk.jmc.ui.handlers.MCContextMenuManager;

/** Signatures of JMC's type of this name. */
public final class ColumnMenusFactory {
  private ColumnMenusFactory() {}

  public static void addDefaultMenus(ColumnManager columnManager, MCContextMenuManager manager) {
    throw new UnsupportedOperationException();
  }
}
