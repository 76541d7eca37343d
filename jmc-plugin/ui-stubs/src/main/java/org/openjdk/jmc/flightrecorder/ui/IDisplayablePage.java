// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package org.openjdk.jmc.flightrecorder.ui;

import org.eclipse.jface.resource.ImageDescriptor;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.ui.forms.widgets.FormToolkit;
import org.openjdk.jmc.common.IState;
import org.openjdk.jmc.common.item.IItemFilter;

/** Signatures of JMC's type of this name. */
public interface IDisplayablePage {
  String getName();

  String getDescription();

  ImageDescriptor getImageDescriptor();

  IPageUI display(Composite parent, FormToolkit toolkit, IPageContainer editor, IState state);

  default IItemFilter getDefaultSelectionFilter() {
    throw new UnsupportedOperationException();
  }
}
