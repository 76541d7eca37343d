// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package org.openjdk.jmc.ui.column;

import org.openjdk.jmc.common.IState;
import org.openjdk.jmc.common.IWritableState;

/** Signatures of JMC's type of this name. */
public final class TableSettings {
  private TableSettings() {}

  public static TableSettings forState(IState state) {
    throw new UnsupportedOperationException();
  }

  public void saveState(IWritableState state) {
    throw new UnsupportedOperationException();
  }
}
