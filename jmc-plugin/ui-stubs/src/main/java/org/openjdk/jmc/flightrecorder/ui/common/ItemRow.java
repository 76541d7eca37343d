// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package org.openjdk.jmc.flightrecorder.ui.common;

import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.ui.charts.IXDataRenderer;

/** Signatures of JMC's type of this name. */
public final class ItemRow implements IXDataRenderer {
  public ItemRow(String name, String description, IXDataRenderer renderer, IItemCollection items) {}
}
