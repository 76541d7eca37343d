// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package org.openjdk.jmc.ui.handlers;

import org.eclipse.jface.action.MenuManager;
import org.eclipse.swt.widgets.Control;

/** Signatures of JMC's type of this name. */
public final class MCContextMenuManager extends MenuManager {
  private MCContextMenuManager() {}

  public static MCContextMenuManager create(Control control) {
    throw new UnsupportedOperationException();
  }
}
