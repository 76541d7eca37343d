// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package org.openjdk.jmc.flightrecorder.ui;

import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.IRange;
import org.openjdk.jmc.flightrecorder.ui.selection.SelectionStore;

/** Signatures of JMC's type of this name. */
public interface IPageContainer {
  IDisplayablePage getDisplayablePage(DataPageDescriptor page);

  boolean navigateTo(DataPageDescriptor page);

  void showSelection(IItemCollection items);

  IRange<IQuantity> getRecordingRange();

  SelectionStore getSelectionStore();

  void showResults(String... topics);

  RuleManager getRuleManager();
}
