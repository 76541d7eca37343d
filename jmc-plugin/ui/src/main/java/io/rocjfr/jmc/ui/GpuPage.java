// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import java.util.function.BiConsumer;
import org.eclipse.ui.forms.widgets.Form;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemFilter;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.IRange;
import org.openjdk.jmc.flightrecorder.ui.IPageContainer;
import org.openjdk.jmc.flightrecorder.ui.IPageDefinition;
import org.openjdk.jmc.flightrecorder.ui.StreamModel;
import org.openjdk.jmc.flightrecorder.ui.common.AbstractDataPage;
import org.openjdk.jmc.flightrecorder.ui.common.FlavorSelector;
import org.openjdk.jmc.flightrecorder.ui.common.FlavorSelector.FlavorSelectorState;

/** A page of some event types, which shows what was selected on other pages, or all. */
abstract class GpuPage extends AbstractDataPage {
  private final IItemFilter filter;
  private final FlavorSelectorState flavors = new FlavorSelectorState();

  GpuPage(
      IPageDefinition definition, StreamModel model, IPageContainer container, IItemFilter filter) {
    super(definition, model, container);
    this.filter = filter;
  }

  @Override
  public final IItemFilter getDefaultSelectionFilter() {
    return filter;
  }

  /**
   * Puts the choice of selections on top of the form.
   *
   * @param show is called now and with each choice; its first argument is null where nothing was
   *     selected
   */
  final void follow(
      Form form, IPageContainer container, BiConsumer<IItemCollection, IRange<IQuantity>> show) {
    FlavorSelector.itemsWithTimerange(
        form, filter, getDataSource().getItems(), container, show, flavors);
  }
}
