// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.figures.Units;
import io.rocjfr.jmc.model.JmcAttributes;
import io.rocjfr.jmc.ui.FigureTable.Column;
import io.rocjfr.jmc.ui.data.GroupRow;
import io.rocjfr.jmc.ui.data.GroupTable;
import io.rocjfr.jmc.ui.data.LogHistogram;
import io.rocjfr.jmc.ui.data.RecordingData;
import io.rocjfr.jmc.ui.data.RowKind;
import io.rocjfr.jmc.ui.paint.HistogramPicture;
import io.rocjfr.jmc.ui.paint.Palette;
import java.awt.Color;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.SashForm;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.ui.forms.widgets.Form;
import org.eclipse.ui.forms.widgets.FormToolkit;
import org.openjdk.jmc.common.IState;
import org.openjdk.jmc.common.IWritableState;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemFilter;
import org.openjdk.jmc.flightrecorder.ui.IPageContainer;
import org.openjdk.jmc.flightrecorder.ui.IPageDefinition;
import org.openjdk.jmc.flightrecorder.ui.IPageUI;
import org.openjdk.jmc.flightrecorder.ui.StreamModel;
import org.openjdk.jmc.flightrecorder.ui.common.DataPageToolkit;
import org.openjdk.jmc.flightrecorder.ui.common.ItemList.ItemListBuilder;
import org.openjdk.jmc.flightrecorder.ui.selection.SelectionStoreActionToolkit;
import org.openjdk.jmc.ui.handlers.MCContextMenuManager;
import org.openjdk.jmc.ui.misc.PersistableSashForm;

/** A table with a row per name or thread; of the chosen rows a histogram and the events. */
abstract class HistogramPage extends GpuPage {
  /** So many of the chosen rows have bars of their own. */
  private static final int OWN_BARS = 8;

  private static final Color BARS = new Color(0, 114, 178);
  private static final Color OTHERS = new Color(150, 160, 172);

  private final RowKind kind;
  private final GroupTable.By by;

  HistogramPage(
      IPageDefinition definition,
      StreamModel model,
      IPageContainer container,
      IItemFilter filter,
      RowKind kind,
      GroupTable.By by) {
    super(definition, model, container, filter);
    this.kind = kind;
    this.by = by;
  }

  abstract List<Column<GroupRow>> columns();

  abstract void addColumns(ItemListBuilder list);

  /** The table, and what else a page has in its place. */
  FigureTable<GroupRow> table(Composite parent, View view, IState state) {
    return view.newTable(parent, state);
  }

  /** The rows of the table where nothing was selected. */
  List<GroupRow> all() {
    return data().groups(kind, by);
  }

  /** Those that were selected on other pages; null for all. */
  int[] rows(IItemCollection selected) {
    return rows(selected, kind);
  }

  /** Called with the rows that are shown. */
  void shown(int[] rows) {}

  @Override
  IPageUI show(Composite parent, FormToolkit toolkit, IPageContainer container, IState state) {
    return new View(parent, toolkit, container, state);
  }

  /** One visit of the page. */
  final class View implements IPageUI {
    private final IPageContainer container;
    private final RecordingData data = data();
    private final SashForm sash;
    private final FigureTable<GroupRow> table;
    private final PaintCanvas canvas;
    private final EventList list;
    private int[] shown = {};
    private boolean showsAll;

    View(Composite parent, FormToolkit toolkit, IPageContainer container, IState state) {
      this.container = container;
      Form form = DataPageToolkit.createForm(parent, toolkit, getName(), getIcon());
      sash = new SashForm(form.getBody(), SWT.VERTICAL);
      toolkit.adapt(sash);
      table = table(sash, this, state.getChild("figures"));
      canvas = new PaintCanvas(sash, SWT.NONE);
      list =
          new EventList(
              sash,
              data,
              container,
              getName() + " Events",
              state.getChild("list"),
              List.of(JmcAttributes.KERNEL.getName(), EventList.LAUNCHED_FROM),
              HistogramPage.this::addColumns);
      PersistableSashForm.loadState(sash, state.getChild("sash"));
      addResultActions(form);
      follow(form, container, (items, range) -> show(items));
    }

    FigureTable<GroupRow> newTable(Composite parent, IState state) {
      FigureTable<GroupRow> made = new FigureTable<>(parent, state, Columns.TOTAL, columns());
      MCContextMenuManager menu = MCContextMenuManager.create(made.viewer().getControl());
      String name = getName() + " Selection";
      SelectionStoreActionToolkit.addSelectionStoreActions(
          made.viewer(), container.getSelectionStore(), () -> items(made), name, menu);
      Navigation.addActions(menu, container, data, name, () -> items(made));
      made.viewer().addSelectionChangedListener(event -> showSelected());
      return made;
    }

    RecordingData data() {
      return HistogramPage.this.data();
    }

    IPageContainer container() {
      return container;
    }

    /** Shows these events below the table. */
    void list(int[] rows) {
      list.show(rows);
    }

    private IItemCollection items(FigureTable<GroupRow> from) {
      return items(from.selected().stream().map(GroupRow::rows));
    }

    IItemCollection items(Stream<int[]> rows) {
      return data.table().collection(rows.flatMapToInt(IntStream::of).sorted().toArray());
    }

    private int[] rows(List<GroupRow> groups) {
      return groups.stream().flatMapToInt(group -> IntStream.of(group.rows())).sorted().toArray();
    }

    /** Those that were selected on other pages, or all. */
    private void show(IItemCollection selected) {
      shown = HistogramPage.this.rows(selected);
      showsAll = selected == null;
      table.show(selected == null ? all() : GroupTable.of(data.table(), shown, by));
      shown(shown);
      showSelected();
    }

    /** Of the selected rows; of all if none is. */
    private void showSelected() {
      List<GroupRow> selected = table.selected();
      int[] rows = selected.isEmpty() ? shown : rows(selected);
      if (!selected.isEmpty()) {
        container.showSelection(withSites(data, data.table().collection(rows)));
      }
      list.show(rows);
      canvas.show(
          selected.isEmpty() && showsAll
              ? data.once(HistogramPage.this.getClass(), () -> histogram(selected))
              : histogram(selected));
    }

    private HistogramPicture histogram(List<GroupRow> selected) {
      List<long[]> values = new ArrayList<>();
      List<Color> colors = new ArrayList<>();
      List<String> names = new ArrayList<>();
      Palette palette = new Palette(data.ranks());
      int own = Math.min(selected.size(), OWN_BARS);
      for (GroupRow row : selected.subList(0, own)) {
        values.add(values(row.rows()));
        colors.add(
            kind == RowKind.KERNEL ? palette.of(kind, row.key()) : Palette.other(colors.size()));
        names.add(row.key());
      }
      if (selected.size() > own) {
        values.add(values(rows(selected.subList(own, selected.size()))));
        colors.add(OTHERS);
        names.add("others");
      }
      if (selected.isEmpty()) {
        values.add(values(shown));
        colors.add(BARS);
        names.add(kind == RowKind.COPY ? "all copies, by size" : "all, by duration");
      }
      return new HistogramPicture(
          new LogHistogram(
              kind == RowKind.COPY ? LogHistogram.Axis.TWOS : LogHistogram.Axis.TENS, values),
          colors,
          names,
          kind == RowKind.COPY ? Units::bytes : Units::duration);
    }

    /** Copies are counted by their size, all others by how long they lasted. */
    private long[] values(int[] rows) {
      return kind == RowKind.COPY
          ? Arrays.stream(rows).mapToLong(data.table()::bytes).filter(size -> size >= 0).toArray()
          : Arrays.stream(rows)
              .filter(data.table()::isTimed)
              .mapToLong(data.table()::nanos)
              .toArray();
    }

    @Override
    public void saveTo(IWritableState state) {
      PersistableSashForm.saveState(sash, state.createChild("sash"));
      table.save(state.createChild("figures"));
      list.save(state.createChild("list"));
    }
  }
}
