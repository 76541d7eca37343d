// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.jmc.ui.data.KeptAggregates;
import io.rocjfr.jmc.ui.data.RecordingData;
import io.rocjfr.jmc.ui.data.RowKind;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.ui.IEditorPart;
import org.eclipse.ui.IPathEditorInput;
import org.eclipse.ui.forms.widgets.Form;
import org.eclipse.ui.forms.widgets.FormToolkit;
import org.openjdk.jmc.common.IState;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemFilter;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.IRange;
import org.openjdk.jmc.flightrecorder.ui.IPageContainer;
import org.openjdk.jmc.flightrecorder.ui.IPageDefinition;
import org.openjdk.jmc.flightrecorder.ui.IPageUI;
import org.openjdk.jmc.flightrecorder.ui.StreamModel;
import org.openjdk.jmc.flightrecorder.ui.common.AbstractDataPage;
import org.openjdk.jmc.flightrecorder.ui.common.FlavorSelector;
import org.openjdk.jmc.flightrecorder.ui.common.FlavorSelector.FlavorSelectorState;

/** A page of some event types, which shows what was selected on other pages, or all. */
abstract class GpuPage extends AbstractDataPage {
  private final IPageContainer container;
  private final IItemFilter filter;
  private final FlavorSelectorState flavors = new FlavorSelectorState();

  GpuPage(
      IPageDefinition definition, StreamModel model, IPageContainer container, IItemFilter filter) {
    super(definition, model, container);
    this.container = container;
    this.filter = filter;
  }

  @Override
  public final IItemFilter getDefaultSelectionFilter() {
    return filter;
  }

  @Override
  public final IPageUI display(
      Composite parent, FormToolkit toolkit, IPageContainer container, IState state) {
    closeWith(parent, getDataSource());
    return show(parent, toolkit, container, state);
  }

  /** Makes the page's contents. */
  abstract IPageUI show(
      Composite parent, FormToolkit toolkit, IPageContainer container, IState state);

  /** What the pages of this recording share. */
  final RecordingData data() {
    return data(getDataSource(), container);
  }

  /** That of the recording that {@code container} shows. */
  static RecordingData data(StreamModel model, IPageContainer container) {
    return RecordingData.of(model, model::getItems, file(container), container.getRecordingRange());
  }

  /**
   * Gives that back when the recording is closed, with which JMC disposes of what pages stand in.
   */
  static void closeWith(Composite parent, StreamModel model) {
    if (parent.getData(RecordingData.class.getName()) == null) {
      parent.setData(RecordingData.class.getName(), model);
      parent.addListener(SWT.Dispose, event -> RecordingData.close(model));
    }
  }

  private static Path file(IPageContainer container) {
    return container instanceof IEditorPart editor
            && editor.getEditorInput() instanceof IPathEditorInput input
        ? input.getPath().toFile().toPath()
        : null;
  }

  /**
   * Puts the choice of selections on top of the form.
   *
   * @param show is called now and with each choice; its first argument is null where nothing was
   *     selected
   */
  final void follow(
      Form form, IPageContainer container, BiConsumer<IItemCollection, IRange<IQuantity>> show) {
    AtomicReference<BiConsumer<IItemCollection, IRange<IQuantity>>> shown =
        new AtomicReference<>(show);
    // JMC keeps what follows a selection beyond a recording's end, and its events with that.
    form.addListener(SWT.Dispose, event -> shown.set((items, range) -> {}));
    FlavorSelector.itemsWithTimerange(
        form,
        filter,
        new KeptAggregates(getDataSource().getItems(), data()),
        container,
        (items, range) -> shown.get().accept(items, range),
        flavors);
  }

  /** The rows of a kind among what was selected; null for all. */
  final int[] rows(IItemCollection selected, RowKind kind) {
    return selected == null
        ? data().table().rows(kind)
        : Arrays.stream(data().table().rowsOf(selected.apply(filter)))
            .filter(row -> data().table().kind(row) == kind)
            .toArray();
  }

  /** The events, and the stacks of the calls that they belong to where these were recorded. */
  static IItemCollection withSites(RecordingData data, IItemCollection events) {
    return data.sites().with(data.table(), events);
  }
}
