// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.jmc.model.OwnItems;
import org.eclipse.jface.resource.ImageDescriptor;
import org.openjdk.jmc.common.IState;
import org.openjdk.jmc.common.item.IItemFilter;
import org.openjdk.jmc.flightrecorder.ui.FlightRecorderUI;
import org.openjdk.jmc.flightrecorder.ui.IDataPageFactory;
import org.openjdk.jmc.flightrecorder.ui.IDisplayablePage;
import org.openjdk.jmc.flightrecorder.ui.IPageContainer;
import org.openjdk.jmc.flightrecorder.ui.IPageDefinition;
import org.openjdk.jmc.flightrecorder.ui.StreamModel;

/** Makes pages that are written in Java, or an empty one where a recording has nothing to show. */
abstract class GpuPageFactory implements IDataPageFactory {
  private final String name;
  private final String image;
  private final String[] topics;
  private final Page page;
  private final IItemFilter filter;

  GpuPageFactory(String name, String image, String[] topics, Page page, String... eventTypes) {
    this.name = name;
    this.image = image;
    this.topics = topics.clone();
    this.page = page;
    this.filter = OwnItems.of(eventTypes);
  }

  /** Makes a page of a recording that has something to show. */
  interface Page {
    IDisplayablePage of(IPageDefinition definition, StreamModel model, IPageContainer container);
  }

  @Override
  public final String getName(IState state) {
    return name;
  }

  @Override
  public final String[] getTopics(IState state) {
    return topics.clone();
  }

  @Override
  public final ImageDescriptor getImageDescriptor(IState state) {
    return FlightRecorderUI.getDefault().getMCImageDescriptor(image);
  }

  @Override
  public final IDisplayablePage createPage(
      IPageDefinition definition, StreamModel model, IPageContainer container) {
    return model.getItems().apply(filter).hasItems()
        ? page.of(definition, model, container)
        : new EmptyPage(definition, model, container);
  }
}
