// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package org.openjdk.jmc.flightrecorder.ui.selection;

import java.util.List;
import java.util.stream.Stream;
import org.eclipse.jface.viewers.ISelection;
import org.openjdk.jmc.common.item.IAttribute;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemFilter;

/** Signatures of JMC's type of this name. */
public interface IFlavoredSelection extends ISelection {
  String getName();

  Stream<IItemStreamFlavor> getFlavors(
      IItemFilter filter, IItemCollection items, List<IAttribute<?>> attributes);
}
