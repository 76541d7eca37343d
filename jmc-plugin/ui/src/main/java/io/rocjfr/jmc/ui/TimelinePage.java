// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.OwnItems;
import io.rocjfr.jmc.rules.Topics;
import io.rocjfr.jmc.ui.data.RecordingData;
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
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.IRange;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.ui.IPageContainer;
import org.openjdk.jmc.flightrecorder.ui.IPageDefinition;
import org.openjdk.jmc.flightrecorder.ui.IPageUI;
import org.openjdk.jmc.flightrecorder.ui.StreamModel;
import org.openjdk.jmc.flightrecorder.ui.common.DataPageToolkit;
import org.openjdk.jmc.flightrecorder.ui.common.ImageConstants;
import org.openjdk.jmc.ui.misc.PersistableSashForm;

/** Lanes of GPUs and threads over time, and what belongs to the event that was clicked. */
public final class TimelinePage extends GpuPage {
  static final String NAME = "Timeline";
  private static final String[] TYPES = {
    EventTypes.KERNEL_DISPATCH,
    EventTypes.MEM_COPY,
    EventTypes.ROCTX_RANGE,
    EventTypes.HIP_API,
    EventTypes.OPENCL_API,
    EventTypes.SPAN_SCOPE
  };

  TimelinePage(IPageDefinition definition, StreamModel model, IPageContainer container) {
    super(definition, model, container, OwnItems.of(TYPES));
  }

  /** Named in plugin.xml. */
  public static final class Factory extends GpuPageFactory {
    public Factory() {
      super(
          NAME,
          ImageConstants.ICON_LANES,
          new String[] {Topics.TIMELINE},
          TimelinePage::new,
          TYPES);
    }
  }

  @Override
  IPageUI show(Composite parent, FormToolkit toolkit, IPageContainer container, IState state) {
    Form form = DataPageToolkit.createForm(parent, toolkit, getName(), getIcon());
    Composite body = toolkit.createComposite(form.getBody());
    GridLayout layout = new GridLayout();
    layout.marginWidth = 0;
    layout.marginHeight = 0;
    layout.verticalSpacing = 0;
    body.setLayout(layout);
    RecordingData data = data();
    long first = data.recorded().begin();
    Composite bar = toolkit.createComposite(body);
    bar.setLayoutData(new GridData(SWT.FILL, SWT.CENTER, true, false));
    SashForm sash = new SashForm(body, SWT.VERTICAL);
    sash.setLayoutData(new GridData(SWT.FILL, SWT.FILL, true, true));
    toolkit.adapt(sash);
    TimelineCanvas canvas = new TimelineCanvas(sash, data, container);
    ChainTable chain = new ChainTable(sash, data, container, first);
    canvas.onSelect(row -> chain.show(row < 0 ? new int[0] : data.chains().of(row), row));
    chain.onOpen(canvas::reveal);
    new ZoomBar(bar, toolkit, canvas);
    sash.setWeights(3, 1);
    PersistableSashForm.loadState(sash, state.getChild("sash"));
    addResultActions(form);
    follow(
        form,
        container,
        (items, range) ->
            show(canvas, items, range.equals(container.getRecordingRange()) ? null : range));
    return writable -> save(sash, writable);
  }

  private static void save(SashForm sash, IWritableState state) {
    PersistableSashForm.saveState(sash, state.createChild("sash"));
  }

  /**
   * What was selected stands out among its neighbours, which stay.
   *
   * @param range null for all
   */
  private void show(TimelineCanvas canvas, IItemCollection selected, IRange<IQuantity> range) {
    canvas.focus(selected == null ? null : data().table().rowsOf(selected));
    if (selected == null && range == null) {
      canvas.reset();
    } else if (selected == null) {
      canvas.show(
          range.getStart().clampedLongValueIn(UnitLookup.EPOCH_NS),
          range.getEnd().clampedLongValueIn(UnitLookup.EPOCH_NS));
    }
  }
}
