// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.jmc.model.Correlation;
import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.GpuAttributes;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.SashForm;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.layout.GridLayout;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.ui.forms.widgets.Form;
import org.eclipse.ui.forms.widgets.FormToolkit;
import org.openjdk.jmc.common.IState;
import org.openjdk.jmc.common.IWritableState;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemFilter;
import org.openjdk.jmc.common.item.ItemFilters;
import org.openjdk.jmc.flightrecorder.JfrAttributes;
import org.openjdk.jmc.flightrecorder.ui.IPageContainer;
import org.openjdk.jmc.flightrecorder.ui.IPageDefinition;
import org.openjdk.jmc.flightrecorder.ui.IPageUI;
import org.openjdk.jmc.flightrecorder.ui.StreamModel;
import org.openjdk.jmc.flightrecorder.ui.common.DataPageToolkit;
import org.openjdk.jmc.flightrecorder.ui.common.ImageConstants;
import org.openjdk.jmc.flightrecorder.ui.common.ItemList;
import org.openjdk.jmc.flightrecorder.ui.common.ItemList.ItemListBuilder;
import org.openjdk.jmc.ui.misc.PersistableSashForm;

/**
 * Calls, and the work that they submitted. JMC offers no aspect of a selection by ids, so the page
 * itself goes from the events that were selected elsewhere to those that belong to them.
 */
public final class CorrelationPage extends GpuPage {
  private static final String HELP =
      "Select calls to see the work that they submitted. To come here from calls, kernels, copies"
          + " or ranges, store the selection there (context menu) and choose it as Focus.";
  private static final IItemFilter CALLS = ItemFilters.type(EventTypes.HIP_API);
  private static final IItemFilter WORK =
      ItemFilters.type(EventTypes.KERNEL_DISPATCH, EventTypes.MEM_COPY, EventTypes.BARRIER);
  private static final IItemFilter FILTER = ItemFilters.or(CALLS, WORK);

  CorrelationPage(IPageDefinition definition, StreamModel model, IPageContainer container) {
    super(definition, model, container, FILTER);
  }

  /** Named in plugin.xml. */
  public static final class Factory extends GpuPageFactory {
    public Factory() {
      super(
          "Correlation",
          ImageConstants.ICON_LANES,
          new String[0],
          CorrelationPage::new,
          EventTypes.HIP_API,
          EventTypes.KERNEL_DISPATCH,
          EventTypes.MEM_COPY,
          EventTypes.BARRIER);
    }
  }

  @Override
  public IPageUI display(
      Composite parent, FormToolkit toolkit, IPageContainer container, IState state) {
    return new View(parent, toolkit, container, state);
  }

  private static void addCallColumns(ItemListBuilder list) {
    list.addColumn(JfrAttributes.START_TIME);
    list.addColumn(JfrAttributes.DURATION);
    list.addColumn(GpuAttributes.FUNCTION);
    list.addColumn(GpuAttributes.KERNEL);
    list.addColumn(GpuAttributes.BYTES);
    list.addColumn(GpuAttributes.STREAM);
    list.addColumn(GpuAttributes.THREAD_NAME);
    list.addColumn(GpuAttributes.CORRELATION_ID);
    list.addColumn(GpuAttributes.EXTERNAL_ID);
  }

  private static void addWorkColumns(ItemListBuilder list) {
    list.addColumn(JfrAttributes.START_TIME);
    list.addColumn(JfrAttributes.DURATION);
    list.addColumn(JfrAttributes.EVENT_TYPE);
    list.addColumn(GpuAttributes.KERNEL);
    list.addColumn(GpuAttributes.DIRECTION);
    list.addColumn(GpuAttributes.BYTES);
    list.addColumn(GpuAttributes.DEVICE);
    list.addColumn(GpuAttributes.QUEUE);
    list.addColumn(GpuAttributes.STREAM);
    list.addColumn(GpuAttributes.CORRELATION_ID);
  }

  private final class View implements IPageUI {
    private final SashForm sash;
    private final ItemList calls;
    private final ItemList work;
    private IItemCollection shown;

    View(Composite parent, FormToolkit toolkit, IPageContainer container, IState state) {
      Form form = DataPageToolkit.createForm(parent, toolkit, getName(), getIcon());
      Composite body = toolkit.createComposite(form.getBody());
      body.setLayout(new GridLayout());
      toolkit.createLabel(body, HELP);
      sash = new SashForm(body, SWT.VERTICAL);
      sash.setLayoutData(new GridData(SWT.FILL, SWT.FILL, true, true));
      toolkit.adapt(sash);
      calls =
          EventList.create(
              sash, container, "Calls", state.getChild("calls"), CorrelationPage::addCallColumns);
      work =
          EventList.create(
              sash, container, "Work", state.getChild("work"), CorrelationPage::addWorkColumns);
      calls.getManager().getViewer().addSelectionChangedListener(event -> showWork());
      PersistableSashForm.loadState(sash, state.getChild("sash"));
      addResultActions(form);
      follow(form, container, (items, range) -> show(items));
    }

    /** What belongs to the events that were selected on other pages, or all. */
    private void show(IItemCollection selected) {
      IItemCollection all = getDataSource().getItems().apply(FILTER);
      shown = selected == null ? all : Correlation.of(all, selected);
      calls.show(shown.apply(CALLS));
      showWork();
    }

    /** Of the selected calls; of all if none is. */
    private void showWork() {
      IItemCollection selected = EventList.selected(calls);
      IItemCollection items = selected.hasItems() ? Correlation.of(shown, selected) : shown;
      work.show(items.apply(WORK));
    }

    @Override
    public void saveTo(IWritableState state) {
      PersistableSashForm.saveState(sash, state.createChild("sash"));
      calls.getManager().getSettings().saveState(state.createChild("calls"));
      work.getManager().getSettings().saveState(state.createChild("work"));
    }
  }
}
