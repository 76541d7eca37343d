// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package org.openjdk.jmc.ui.misc;

import org.eclipse.swt.custom.SashForm;
import org.openjdk.jmc.common.IState;
import org.openjdk.jmc.common.IWritableState;

/** Signatures of JMC's type of this name. */
public final class PersistableSashForm {
  private PersistableSashForm() {}

  public static void loadState(SashForm form, IState sashState) {
    throw new UnsupportedOperationException();
  }

  public static void saveState(SashForm form, IWritableState sashState) {
    throw new UnsupportedOperationException();
  }
}
