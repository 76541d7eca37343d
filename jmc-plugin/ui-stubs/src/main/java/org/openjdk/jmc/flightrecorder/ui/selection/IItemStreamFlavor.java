// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package org.openjdk.jmc.flightrecorder.ui.selection;

import org.openjdk.jmc.common.item.IItemCollection;

/** Signatures of JMC's type of this name. */
public interface IItemStreamFlavor {
  static IItemStreamFlavor build(String name, IItemCollection items) {
    throw new UnsupportedOperationException();
  }
}
