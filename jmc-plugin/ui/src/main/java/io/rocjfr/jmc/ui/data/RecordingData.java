// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import io.rocjfr.figures.RangeForest;
import io.rocjfr.jmc.model.TracerStatus;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import org.openjdk.jmc.common.item.IItemCollection;

/**
 * What the pages of one recording share: its events are read when the first of them is opened, and
 * each lane and table is worked out once. Given back when the recording is closed: nothing but the
 * recording itself keeps it.
 */
public final class RecordingData {
  private static final Map<Object, RecordingData> OPEN =
      Collections.synchronizedMap(new WeakHashMap<>());

  private record TableKey(Kind kind, GroupTable.By by) {}

  private final EventTable table;
  private final Chains chains;
  private final List<GpuFigures> gpus;
  private final List<TimelineGroup> groups;
  private final Map<TableKey, List<GroupRow>> tables = new HashMap<>();
  private final Sites sites;
  private final List<TelemetryFigures> telemetry;
  private RangeForest ranges;
  private NameRanks ranks;

  /** Must not keep the collection, which keeps the recording. */
  RecordingData(IItemCollection items) {
    table = EventTable.read(items);
    chains = new Chains(table);
    long devices =
        TracerStatus.read(items).stream().mapToLong(TracerStatus::devices).max().orElse(-1);
    gpus = GpuFigures.of(table, devices);
    groups = TimelineGroup.of(table, gpus);
    sites = Sites.read(items);
    telemetry = TelemetryFigures.of(items);
  }

  /**
   * That of a recording.
   *
   * @param recording what is there as long as the recording is open
   */
  public static RecordingData of(Object recording, Supplier<IItemCollection> items) {
    synchronized (OPEN) {
      RecordingData data = OPEN.get(recording);
      if (data == null) {
        data = new RecordingData(items.get());
        OPEN.put(recording, data);
      }
      return data;
    }
  }

  /** How many recordings have something kept. */
  static int open() {
    return OPEN.size();
  }

  public EventTable table() {
    return table;
  }

  public Chains chains() {
    return chains;
  }

  /** The GPUs, with those that did nothing. */
  public List<GpuFigures> gpus() {
    return gpus;
  }

  /** What the timeline shows, from top to bottom. */
  public List<TimelineGroup> groups() {
    return groups;
  }

  /** Where calls were made, as far as that was recorded. */
  public Sites sites() {
    return sites;
  }

  /** What the machine's GPUs said of themselves. */
  public List<TelemetryFigures> telemetry() {
    return telemetry;
  }

  /** The table of all events of a kind. */
  public synchronized List<GroupRow> groups(Kind kind, GroupTable.By by) {
    return tables.computeIfAbsent(
        new TableKey(kind, by), key -> GroupTable.of(table, table.rows(kind), by));
  }

  /** All ranges, folded. */
  public synchronized RangeForest ranges() {
    if (ranges == null) {
      ranges = FoldedRanges.of(table, table.rows(Kind.RANGE));
    }
    return ranges;
  }

  /** By which names have colours. */
  public synchronized NameRanks ranks() {
    if (ranks == null) {
      ranks = new NameRanks(this);
    }
    return ranks;
  }
}
