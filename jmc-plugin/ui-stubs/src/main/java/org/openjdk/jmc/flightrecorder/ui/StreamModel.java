// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package org.openjdk.jmc.flightrecorder.ui;

import org.openjdk.jmc.common.item.IItemCollection;

/** Signatures of JMC's type of this name. */
public final class StreamModel {
  private StreamModel() {}

  public IItemCollection getItems() {
    throw new UnsupportedOperationException();
  }
}
