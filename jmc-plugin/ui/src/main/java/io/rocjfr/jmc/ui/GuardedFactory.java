// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IConfigurationElement;
import org.eclipse.core.runtime.Platform;
import org.eclipse.jface.resource.ImageDescriptor;
import org.openjdk.jmc.common.IState;
import org.openjdk.jmc.common.IWritableState;
import org.openjdk.jmc.common.item.IItemFilter;
import org.openjdk.jmc.common.item.PersistableItemFilter;
import org.openjdk.jmc.flightrecorder.ui.IDataPageFactory;
import org.openjdk.jmc.flightrecorder.ui.IDisplayablePage;
import org.openjdk.jmc.flightrecorder.ui.IPageContainer;
import org.openjdk.jmc.flightrecorder.ui.IPageDefinition;
import org.openjdk.jmc.flightrecorder.ui.StreamModel;

/**
 * JMC's own page type, but only for recordings with matching events: on others it would overwrite
 * the state of the page (columns and settings of charts) with nothing.
 */
public final class GuardedFactory implements IDataPageFactory {
  private static final String EXTENSION_POINT = "org.openjdk.jmc.flightrecorder.ui.datapage";
  private static final String ITEM_HANDLER = "org.openjdk.jmc.flightrecorder.ui.itemhandler";

  private IDataPageFactory itemHandler;

  @Override
  public String getName(IState state) {
    return itemHandler().getName(state);
  }

  @Override
  public String getDescription(IState state) {
    return itemHandler().getDescription(state);
  }

  @Override
  public String[] getTopics(IState state) {
    return itemHandler().getTopics(state);
  }

  @Override
  public ImageDescriptor getImageDescriptor(IState state) {
    return itemHandler().getImageDescriptor(state);
  }

  @Override
  public void resetToDefault(IState currentState, IWritableState newState) {
    itemHandler().resetToDefault(currentState, newState);
  }

  @Override
  public IDisplayablePage createPage(
      IPageDefinition definition, StreamModel model, IPageContainer container) {
    IItemFilter filter =
        PersistableItemFilter.readFrom(definition.getState().getChild("pageFilter"));
    return model.getItems().apply(filter).hasItems()
        ? itemHandler().createPage(definition, model, container)
        : new EmptyPage(definition, model, container);
  }

  /** Its class is not exported, but the registry of extensions makes it. */
  private synchronized IDataPageFactory itemHandler() {
    if (itemHandler == null) {
      itemHandler = find();
    }
    return itemHandler;
  }

  private static IDataPageFactory find() {
    for (IConfigurationElement element :
        Platform.getExtensionRegistry().getConfigurationElementsFor(EXTENSION_POINT)) {
      if (element.getName().equals("factory") && ITEM_HANDLER.equals(element.getAttribute("id"))) {
        try {
          return (IDataPageFactory) element.createExecutableExtension("class");
        } catch (CoreException e) {
          throw new IllegalStateException(e);
        }
      }
    }
    throw new IllegalStateException("This JMC has no page factory " + ITEM_HANDLER);
  }
}
