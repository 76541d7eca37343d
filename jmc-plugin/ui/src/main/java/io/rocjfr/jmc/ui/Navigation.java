// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.jmc.ui.data.RecordingData;
import java.util.function.Supplier;
import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.IAction;
import org.eclipse.jface.action.IMenuManager;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.flightrecorder.ui.DataPageDescriptor;
import org.openjdk.jmc.flightrecorder.ui.FlightRecorderUI;
import org.openjdk.jmc.flightrecorder.ui.IPageContainer;

/** Goes from events on one page to the same events on another, in one step. */
final class Navigation {
  private Navigation() {}

  /** Adds to a context menu what leads from the selected events to other pages. */
  static void addActions(
      IMenuManager menu,
      IPageContainer container,
      RecordingData data,
      String name,
      Supplier<IItemCollection> items) {
    menu.add(action("Show Related Events", container, data, name, items, CorrelationPage.class));
    menu.add(action("Show on the Timeline", container, data, name, items, TimelinePage.class));
  }

  private static IAction action(
      String text,
      IPageContainer container,
      RecordingData data,
      String name,
      Supplier<IItemCollection> items,
      Class<? extends GpuPage> page) {
    return new Action(text) {
      @Override
      public void run() {
        show(container, new Selected(name, items.get(), data), page);
      }
    };
  }

  /** Opens a page with these events as its focus; does nothing where there are none. */
  static void show(IPageContainer container, Selected selected, Class<? extends GpuPage> page) {
    if (selected.isEmpty()) {
      return;
    }
    FlightRecorderUI.getDefault()
        .getPageManager()
        .getAllPages()
        .filter(descriptor -> is(container, descriptor, page))
        .findFirst()
        .ifPresent(
            descriptor -> {
              container.getSelectionStore().addAndSetAsCurrentSelection(selected);
              container.navigateTo(descriptor);
            });
  }

  /** Pages are made when they are asked for: only those of the wanted name are. */
  private static boolean is(
      IPageContainer container, DataPageDescriptor descriptor, Class<? extends GpuPage> page) {
    String name = page == TimelinePage.class ? TimelinePage.NAME : CorrelationPage.NAME;
    return descriptor.getName().equals(name)
        && page.isInstance(container.getDisplayablePage(descriptor));
  }
}
