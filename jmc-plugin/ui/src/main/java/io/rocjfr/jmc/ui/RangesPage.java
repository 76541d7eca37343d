// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.figures.RangeForest;
import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.JmcAttributes;
import io.rocjfr.jmc.model.OwnItems;
import io.rocjfr.jmc.ui.data.FoldedRanges;
import io.rocjfr.jmc.ui.data.RangeRow;
import io.rocjfr.jmc.ui.data.RecordingData;
import io.rocjfr.jmc.ui.data.RowKind;
import java.util.List;
import java.util.stream.IntStream;
import org.eclipse.jface.dialogs.IMessageProvider;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.SashForm;
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
import org.openjdk.jmc.flightrecorder.ui.selection.SelectionStoreActionToolkit;
import org.openjdk.jmc.ui.handlers.MCContextMenuManager;
import org.openjdk.jmc.ui.misc.PersistableSashForm;

/** The tree of ranges, folded as the command summary does; below it the ranges of a row. */
public final class RangesPage extends GpuPage {
  RangesPage(IPageDefinition definition, StreamModel model, IPageContainer container) {
    super(definition, model, container, OwnItems.of(EventTypes.ROCTX_RANGE));
  }

  /** Named in plugin.xml. */
  public static final class Factory extends GpuPageFactory {
    public Factory() {
      super(
          "roctx Ranges",
          ImageConstants.ICON_LANES,
          new String[0],
          RangesPage::new,
          EventTypes.ROCTX_RANGE);
    }
  }

  @Override
  IPageUI show(Composite parent, FormToolkit toolkit, IPageContainer container, IState state) {
    Form form = DataPageToolkit.createForm(parent, toolkit, getName(), getIcon());
    RecordingData data = data();
    SashForm sash = new SashForm(form.getBody(), SWT.VERTICAL);
    toolkit.adapt(sash);
    RangeTreeTable tree = new RangeTreeTable(sash, state.getChild("tree"));
    EventList list =
        new EventList(
            sash,
            data,
            container,
            "Ranges",
            state.getChild("list"),
            List.of(JmcAttributes.MESSAGE.getName()),
            RangesPage::addColumns);
    tree.viewer()
        .addSelectionChangedListener(
            event -> {
              int[] rows = rows(tree.selected());
              list.show(rows);
              if (rows.length > 0) {
                container.showSelection(data.table().collection(rows));
              }
            });
    MCContextMenuManager menu = MCContextMenuManager.create(tree.viewer().getControl());
    SelectionStoreActionToolkit.addSelectionStoreActions(
        tree.viewer(),
        container.getSelectionStore(),
        () -> items(data, tree),
        "roctx Range Selection",
        menu);
    Navigation.addActions(menu, container, data, "roctx Range Selection", () -> items(data, tree));
    sash.setWeights(3, 1);
    PersistableSashForm.loadState(sash, state.getChild("sash"));
    addResultActions(form);
    follow(form, container, (items, range) -> show(form, tree, list, items));
    return writable -> save(sash, tree, list, writable);
  }

  private static void save(
      SashForm sash, RangeTreeTable tree, EventList list, IWritableState state) {
    PersistableSashForm.saveState(sash, state.createChild("sash"));
    tree.save(state.createChild("tree"));
    list.save(state.createChild("list"));
  }

  /** Calls and work are those of the whole recording: they may run long after the range. */
  private void show(Form form, RangeTreeTable tree, EventList list, IItemCollection selected) {
    int[] rows = rows(selected, RowKind.RANGE);
    RangeForest ranges = selected == null ? data().ranges() : FoldedRanges.of(data().table(), rows);
    tree.show(RangeRow.outermost(ranges));
    form.setMessage(ranges.doubt().isEmpty() ? null : ranges.doubt(), IMessageProvider.INFORMATION);
    list.show(rows);
  }

  /** The ranges of these rows themselves, not all that have their names. */
  private static int[] rows(List<RangeRow> rows) {
    return rows.stream().flatMapToInt(row -> IntStream.of(row.instances())).sorted().toArray();
  }

  private static IItemCollection items(RecordingData data, RangeTreeTable tree) {
    return data.table().collection(rows(tree.selected()));
  }

  private static void addColumns(ItemListBuilder list) {
    list.addColumn(JfrAttributes.START_TIME);
    list.addColumn(JfrAttributes.DURATION);
    list.addColumn(JmcAttributes.MESSAGE);
    EventList.addIfAny(list, JmcAttributes.DEPTH);
    list.addColumn(JmcAttributes.THREAD_NAME);
  }
}
