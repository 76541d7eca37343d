// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import io.rocjfr.figures.SiteShares;
import io.rocjfr.jmc.model.EventFields;
import io.rocjfr.jmc.model.EventFields.Reader;
import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.JmcAttributes;
import io.rocjfr.jmc.model.OwnItems;
import io.rocjfr.jmc.model.SampledLaunches;
import io.rocjfr.jmc.model.SiteFrames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.openjdk.jmc.common.IMCStackTrace;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.item.ItemCollectionToolkit;
import org.openjdk.jmc.flightrecorder.JfrAttributes;

/** The stacks with which calls were made, by correlation id. */
public final class Sites {
  private static final String NO_STACK = "(no stack recorded)";
  private static final String NO_FRAME = "(no frame of the program)";

  /** A call whose stack was recorded. */
  private record Site(IItem item, IMCStackTrace stack, String frames, double weight) {}

  private final Map<Long, Site> byCall = new HashMap<>();

  /** Whether calls that were picked have no stack. */
  private boolean refused;

  /** A row of the table by stack. */
  public static final class StackRow {
    private final List<String> frames;
    private final List<Integer> rows = new ArrayList<>();
    private final Set<IItem> sites = new LinkedHashSet<>(); // a graph's kernels have one sample
    private long count;
    private long nanos;

    private StackRow(List<String> frames) {
      this.frames = frames;
    }

    /** The frames of the program, the innermost first; or what is said of a stack without any. */
    public List<String> frames() {
      return frames;
    }

    /** How many executions were counted, each with its weight. */
    public long count() {
      return count;
    }

    /** What they took, each with its weight, in nanoseconds. */
    public long nanos() {
      return nanos;
    }

    /** The kernels whose call has this stack. */
    public int[] rows() {
      return rows.stream().mapToInt(Integer::intValue).toArray();
    }

    /** The events that have the stack itself: views of stack traces show these. */
    public IItemCollection sites() {
      return ItemCollectionToolkit.build(sites.stream());
    }
  }

  private Sites() {}

  static Sites none() {
    return new Sites();
  }

  static Sites read(IItemCollection items) {
    Sites sites = new Sites();
    sites.refused = SampledLaunches.wereRefused(items);
    // The recording has each stack once.
    IdentityHashMap<IMCStackTrace, String> texts = new IdentityHashMap<>();
    for (IItemIterable events : items.apply(OwnItems.of(EventTypes.LAUNCH_SITE))) {
      EventFields fields = new EventFields(events.getType());
      Reader<Long> correlation = fields.raw(JmcAttributes.CORRELATION_ID, 0);
      IMemberAccessor<IMCStackTrace, IItem> stack =
          JfrAttributes.EVENT_STACKTRACE.getAccessor(events.getType());
      Reader<Double> weight = fields.decimal(JmcAttributes.WEIGHT, 1);
      for (IItem item : events) {
        IMCStackTrace trace = stack == null ? null : stack.getMember(item);
        long id = correlation.of(item);
        if (trace != null && id != 0) {
          String frames = texts.computeIfAbsent(trace, Sites::text);
          sites.byCall.put(id, new Site(item, trace, frames, weight.of(item)));
        }
      }
    }
    return sites;
  }

  private static String text(IMCStackTrace stack) {
    List<String> frames = SiteFrames.ofProgram(stack);
    return frames.isEmpty() ? NO_FRAME : String.join("\n", frames);
  }

  /** The frame of the program that made a call, or null if that is not known. */
  public String innermost(long correlationId) {
    Site site = byCall.get(correlationId);
    return site == null ? null : site.frames().lines().findFirst().orElse(null);
  }

  /** Whether no stack was recorded. */
  public boolean isEmpty() {
    return byCall.isEmpty();
  }

  /**
   * A row for each stack with which these kernels were launched, the longest total first. Of each
   * kernel the exact total is divided among its stacks by their weights; what belongs to no known
   * stack is a row of its own.
   */
  public List<StackRow> of(EventTable table, int[] kernels) {
    Map<String, StackRow> rows = new HashMap<>();
    SiteShares time = new SiteShares(refused);
    SiteShares number = new SiteShares(refused);
    IntUnaryOperator alikeOf = table.alike();
    for (int row : table.own(kernels)) {
      long id = table.correlation(row);
      Site site = byCall.get(id);
      StackRow stack;
      if (site == null) {
        stack = rows.computeIfAbsent(SiteShares.UNKNOWN, key -> new StackRow(List.of(NO_STACK)));
      } else {
        String text = site.frames();
        stack = rows.computeIfAbsent(text, key -> new StackRow(text.lines().toList()));
        stack.sites.add(site.item());
        time.addSite(id, text, site.weight());
        number.addSite(id, text, site.weight());
      }
      stack.rows.add(row);
      int alike = alikeOf.applyAsInt(row);
      if (table.isTimed(row)) {
        time.addWork(alike, -1, id, table.nanos(row));
      }
      number.addWork(alike, -1, id, 1);
    }
    time.nanos().forEach((key, nanos) -> row(rows, key).nanos = nanos);
    number.nanos().forEach((key, count) -> row(rows, key).count = count);
    List<StackRow> all = new ArrayList<>(rows.values());
    all.removeIf(row -> row.count == 0 && row.nanos == 0); // All of it belongs to known stacks.
    all.sort(Comparator.comparingLong(StackRow::nanos).reversed());
    return all;
  }

  /** That of the rest may stand for no kernel of its own: a sample counts for less than one. */
  private static StackRow row(Map<String, StackRow> rows, String key) {
    return rows.computeIfAbsent(key, unknown -> new StackRow(List.of(NO_STACK)));
  }

  /**
   * These events for views of stack traces. A single event has the stack of its call, so that it is
   * still one event of one kind. For several events, the events that have the stacks are added,
   * each once.
   */
  public IItemCollection with(EventTable table, IItemCollection selected) {
    if (isEmpty()) {
      return selected;
    }
    int[] rows = table.rowsOf(selected);
    if (rows.length == 1 && selected.stream().mapToLong(IItemIterable::getItemCount).sum() == 1) {
      Site site = byCall.get(table.correlation(rows[0]));
      return site == null
          ? selected
          : ItemCollectionToolkit.build(
              Stream.of(new LaunchedEvent(table.item(rows[0]), site.stack())));
    }
    IItemCollection sites = events(table, rows);
    return ItemCollectionToolkit.merge(() -> Stream.of(selected, sites));
  }

  /** The events with the stacks of the calls that belong to these rows. */
  IItemCollection events(EventTable table, int[] rows) {
    Set<IItem> found = new LinkedHashSet<>(); // one call's work has one sample
    for (int row : table.own(rows)) {
      Site site = byCall.get(table.correlation(row));
      if (site != null) {
        found.add(site.item());
      }
    }
    return ItemCollectionToolkit.build(found.stream());
  }
}
