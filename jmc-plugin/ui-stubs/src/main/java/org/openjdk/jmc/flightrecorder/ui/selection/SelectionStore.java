// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package org.openjdk.jmc.flightrecorder.ui.selection;

/** Signatures of JMC's type of this name. */
public final class SelectionStore {
  private SelectionStore() {}

  public void addAndSetAsCurrentSelection(IFlavoredSelection selection) {
    throw new UnsupportedOperationException();
  }
}
