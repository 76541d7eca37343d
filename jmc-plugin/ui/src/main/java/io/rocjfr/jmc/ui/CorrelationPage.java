// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.JmcAttributes;
import io.rocjfr.jmc.model.OwnItems;
import io.rocjfr.jmc.ui.data.EventTable;
import io.rocjfr.jmc.ui.data.RecordingData;
import io.rocjfr.jmc.ui.data.RowKind;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
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
import org.openjdk.jmc.flightrecorder.JfrAttributes;
import org.openjdk.jmc.flightrecorder.ui.IPageContainer;
import org.openjdk.jmc.flightrecorder.ui.IPageDefinition;
import org.openjdk.jmc.flightrecorder.ui.IPageUI;
import org.openjdk.jmc.flightrecorder.ui.StreamModel;
import org.openjdk.jmc.flightrecorder.ui.common.DataPageToolkit;
import org.openjdk.jmc.flightrecorder.ui.common.ImageConstants;
import org.openjdk.jmc.flightrecorder.ui.common.ItemList.ItemListBuilder;
import org.openjdk.jmc.ui.misc.PersistableSashForm;

/** Calls, the ranges around them and the work that they submitted, of what was selected. */
public final class CorrelationPage extends GpuPage {
  static final String NAME = "Correlation";
  private static final String HELP =
      "Select calls to see the work that they submitted. On the other pages, use \"Show Related"
          + " Events\" in the context menu of kernels, copies, calls and ranges.";
  private static final String[] TYPES = {
    EventTypes.HIP_API,
    EventTypes.OPENCL_API,
    EventTypes.KERNEL_DISPATCH,
    EventTypes.MEM_COPY,
    EventTypes.ROCTX_RANGE,
    EventTypes.SPAN_SCOPE
  };

  CorrelationPage(IPageDefinition definition, StreamModel model, IPageContainer container) {
    super(definition, model, container, OwnItems.of(TYPES));
  }

  /** Named in plugin.xml. */
  public static final class Factory extends GpuPageFactory {
    public Factory() {
      super(NAME, ImageConstants.ICON_LANES, new String[0], CorrelationPage::new, TYPES);
    }
  }

  @Override
  IPageUI show(Composite parent, FormToolkit toolkit, IPageContainer container, IState state) {
    return new View(parent, toolkit, container, state);
  }

  private static void addRangeColumns(ItemListBuilder list) {
    list.addColumn(JfrAttributes.START_TIME);
    list.addColumn(JfrAttributes.DURATION);
    list.addColumn(JmcAttributes.MESSAGE);
    EventList.addIfAny(list, JmcAttributes.DEPTH);
    list.addColumn(JmcAttributes.THREAD_NAME);
  }

  static void addCallColumns(ItemListBuilder list) {
    list.addColumn(JfrAttributes.START_TIME);
    list.addColumn(JfrAttributes.DURATION);
    list.addColumn(JmcAttributes.FUNCTION);
    list.addColumn(JmcAttributes.RESULT);
    list.addColumn(JmcAttributes.KERNEL);
    EventList.addIfAny(list, JmcAttributes.BYTES);
    EventList.addIfAny(list, JmcAttributes.STREAM);
    list.addColumn(JmcAttributes.THREAD_NAME);
    EventList.addId(list, JmcAttributes.CORRELATION_ID);
    EventList.addId(list, JmcAttributes.EXTERNAL_ID);
  }

  private static void addWorkColumns(ItemListBuilder list) {
    list.addColumn(JfrAttributes.START_TIME);
    list.addColumn(JfrAttributes.DURATION);
    list.addColumn(JfrAttributes.EVENT_TYPE);
    list.addColumn(JmcAttributes.KERNEL);
    list.addColumn(JmcAttributes.DIRECTION);
    EventList.addIfAny(list, JmcAttributes.BYTES);
    EventList.addIfAny(list, JmcAttributes.DEVICE);
    list.addColumn(JmcAttributes.QUEUE);
    EventList.addIfAny(list, JmcAttributes.STREAM);
    EventList.addId(list, JmcAttributes.CORRELATION_ID);
  }

  private final class View implements IPageUI {
    private final RecordingData data = data();
    private final SashForm sash;
    private final EventList ranges;
    private final EventList calls;
    private final EventList work;

    /** Null is all. */
    private int[] shown = {};

    View(Composite parent, FormToolkit toolkit, IPageContainer container, IState state) {
      Form form = DataPageToolkit.createForm(parent, toolkit, getName(), getIcon());
      Composite body = toolkit.createComposite(form.getBody());
      body.setLayout(new GridLayout());
      toolkit
          .createLabel(body, HELP, SWT.WRAP)
          .setLayoutData(new GridData(SWT.FILL, SWT.CENTER, true, false));
      sash = new SashForm(body, SWT.VERTICAL);
      sash.setLayoutData(new GridData(SWT.FILL, SWT.FILL, true, true));
      toolkit.adapt(sash);
      ranges =
          new EventList(
              sash,
              data,
              container,
              "Ranges",
              state.getChild("ranges"),
              List.of(JmcAttributes.MESSAGE.getName()),
              CorrelationPage::addRangeColumns);
      calls =
          new EventList(
              sash,
              data,
              container,
              "Calls",
              state.getChild("calls"),
              List.of(JmcAttributes.KERNEL.getName()),
              CorrelationPage::addCallColumns);
      work =
          new EventList(
              sash,
              data,
              container,
              "Work",
              state.getChild("work"),
              List.of(JmcAttributes.KERNEL.getName()),
              CorrelationPage::addWorkColumns);
      calls.list().getManager().getViewer().addSelectionChangedListener(event -> showWork());
      PersistableSashForm.loadState(sash, state.getChild("sash"));
      addResultActions(form);
      follow(form, container, (items, range) -> show(items));
    }

    /** What belongs to the events that were selected on other pages, or all. */
    private void show(IItemCollection selected) {
      shown = selected == null ? null : data.chains().of(data.table().rowsOf(selected));
      ranges.show(of(shown, RowKind.RANGE));
      calls.show(of(shown, RowKind.CALL));
      showWork();
    }

    /** Of the selected calls; of all if none is. */
    private void showWork() {
      int[] selected = data.table().rowsOf(calls.selected());
      int[] from = selected.length == 0 ? shown : data.chains().of(selected);
      work.show(
          IntStream.concat(stream(from, RowKind.KERNEL), stream(from, RowKind.COPY)).toArray());
    }

    private int[] of(int[] rows, RowKind wanted) {
      return stream(rows, wanted).toArray();
    }

    /** Those of a kind; rows that are null are all. */
    private IntStream stream(int[] rows, RowKind wanted) {
      EventTable table = data.table();
      return rows == null
          ? Arrays.stream(table.rows(wanted))
          : Arrays.stream(rows).filter(row -> table.kind(row) == wanted);
    }

    @Override
    public void saveTo(IWritableState state) {
      PersistableSashForm.saveState(sash, state.createChild("sash"));
      ranges.save(state.createChild("ranges"));
      calls.save(state.createChild("calls"));
      work.save(state.createChild("work"));
    }
  }
}
