// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.ui.forms.widgets.Form;
import org.eclipse.ui.forms.widgets.FormToolkit;
import org.openjdk.jmc.common.IState;
import org.openjdk.jmc.flightrecorder.ui.IPageContainer;
import org.openjdk.jmc.flightrecorder.ui.IPageDefinition;
import org.openjdk.jmc.flightrecorder.ui.IPageUI;
import org.openjdk.jmc.flightrecorder.ui.StreamModel;
import org.openjdk.jmc.flightrecorder.ui.common.AbstractDataPage;
import org.openjdk.jmc.flightrecorder.ui.common.DataPageToolkit;

/** Stands for a page on a recording without the events that it shows, and keeps its state. */
final class EmptyPage extends AbstractDataPage {
  EmptyPage(IPageDefinition definition, StreamModel model, IPageContainer container) {
    super(definition, model, container);
  }

  @Override
  public IPageUI display(
      Composite parent, FormToolkit toolkit, IPageContainer container, IState state) {
    Form form = DataPageToolkit.createForm(parent, toolkit, getName(), getIcon());
    toolkit.createLabel(form.getBody(), EmptyText.of(getDataSource().getItems()), SWT.WRAP);
    return writable -> PageState.copy(state, writable);
  }
}
