// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package org.openjdk.jmc.flightrecorder.ui.common;

import org.eclipse.jface.resource.ImageDescriptor;
import org.eclipse.swt.graphics.Image;
import org.eclipse.ui.forms.widgets.Form;
import org.openjdk.jmc.flightrecorder.ui.IDisplayablePage;
import org.openjdk.jmc.flightrecorder.ui.IPageContainer;
import org.openjdk.jmc.flightrecorder.ui.IPageDefinition;
import org.openjdk.jmc.flightrecorder.ui.StreamModel;

/** Signatures of JMC's type of this name. */
public abstract class AbstractDataPage implements IDisplayablePage {
  protected AbstractDataPage(
      IPageDefinition definition, StreamModel model, IPageContainer editor) {}

  @Override
  public ImageDescriptor getImageDescriptor() {
    throw new UnsupportedOperationException();
  }

  protected Image getIcon() {
    throw new UnsupportedOperationException();
  }

  @Override
  public String getName() {
    throw new UnsupportedOperationException();
  }

  @Override
  public String getDescription() {
    throw new UnsupportedOperationException();
  }

  protected StreamModel getDataSource() {
    throw new UnsupportedOperationException();
  }

  public void addResultActions(Form form) {
    throw new UnsupportedOperationException();
  }
}
