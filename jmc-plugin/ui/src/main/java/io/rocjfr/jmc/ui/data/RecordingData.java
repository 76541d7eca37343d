// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import io.rocjfr.figures.RangeForest;
import io.rocjfr.jmc.model.RecordedStatus;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.IRange;
import org.openjdk.jmc.common.unit.UnitLookup;

/**
 * What the pages of one recording share: its events are read when the first of them is opened, and
 * each lane and table is worked out once. Given back when the recording is closed, also where
 * somebody else keeps the closed recording or one of its pages, as JMC does for a while.
 */
public final class RecordingData {
  private static final Map<Object, RecordingData> OPEN =
      Collections.synchronizedMap(new WeakHashMap<>());

  /** What a table is of. */
  private record TableKey(RowKind kind, GroupTable.By by) {}

  /** What else is kept. */
  private enum Kept {
    WAITING,
    WAITING_BY_THREAD,
    RANGES,
    RANKS
  }

  /** What is read when the first page is opened. */
  private record Read(
      EventTable table,
      Chains chains,
      List<GpuFigures> gpus,
      List<TimelineGroup> groups,
      Sites sites,
      RecordedPeriod recorded,
      List<TelemetryFigures> telemetry) {
    /** What whoever comes late finds. */
    static final Read NOTHING = nothing();

    private static Read nothing() {
      EventTable none = EventTable.none();
      return new Read(
          none,
          new Chains(none),
          List.of(),
          List.of(),
          Sites.none(),
          new RecordedPeriod(0, 0, 0),
          List.of());
    }
  }

  /** Null once the recording is closed; its own lock, for which a close does not wait. */
  private volatile Map<Object, Object> kept = new HashMap<>();

  private volatile Read read;

  /** Of events without a file, from the first of them to the last. */
  RecordingData(IItemCollection items) {
    this(items, null, Long.MAX_VALUE, Long.MIN_VALUE);
  }

  /** Must not keep the collection, which keeps the recording. */
  RecordingData(IItemCollection items, Path file, long first, long last) {
    EventTable table = EventTable.read(items);
    long devices =
        RecordedStatus.read(items).stream().mapToLong(RecordedStatus::devices).max().orElse(-1);
    List<GpuFigures> gpus = GpuFigures.of(table, devices);
    read =
        new Read(
            table,
            new Chains(table),
            gpus,
            TimelineGroup.of(table, gpus),
            Sites.read(items),
            RecordedPeriod.of(table, file, first, last),
            TelemetryFigures.of(items));
  }

  /**
   * That of a recording.
   *
   * @param recording what is there as long as the recording is open
   * @param items its events
   * @param file it was read from, or null
   * @param range JMC's, from the first to the last event
   */
  public static RecordingData of(
      Object recording, Supplier<IItemCollection> items, Path file, IRange<IQuantity> range) {
    synchronized (OPEN) {
      RecordingData data = OPEN.get(recording);
      if (data == null) {
        data =
            new RecordingData(
                items.get(),
                file,
                range.getStart().clampedLongValueIn(UnitLookup.EPOCH_NS),
                range.getEnd().clampedLongValueIn(UnitLookup.EPOCH_NS));
        OPEN.put(recording, data);
      }
      return data;
    }
  }

  /** Gives all of a recording back, which was closed: nobody shows it any more. */
  public static void close(Object recording) {
    RecordingData data = OPEN.remove(recording);
    if (data != null) {
      data.close();
    }
  }

  /**
   * What a page or another thread has begun goes on, with what it has, and finds nothing more; the
   * caller is JMC's own thread, and does not wait for it.
   */
  private void close() {
    kept = null;
    read = Read.NOTHING;
  }

  /** How many recordings have something kept. */
  static int open() {
    return OPEN.size();
  }

  public EventTable table() {
    return read.table();
  }

  public Chains chains() {
    return read.chains();
  }

  /** The GPUs, with those that did nothing. */
  public List<GpuFigures> gpus() {
    return read.gpus();
  }

  /** What the timeline shows, from top to bottom. */
  public List<TimelineGroup> groups() {
    return read.groups();
  }

  /** Where calls were made, as far as that was recorded. */
  public Sites sites() {
    return read.sites();
  }

  /** From when to when was recorded. */
  public RecordedPeriod recorded() {
    return read.recorded();
  }

  /** What the machine's GPUs said of themselves. */
  public List<TelemetryFigures> telemetry() {
    return read.telemetry();
  }

  /**
   * What was worked out under this key, by whoever asked first. Must not keep events or their
   * collections other than by what is here. Once the recording is closed nothing is kept.
   */
  @SuppressWarnings("unchecked") // A key has values of one type.
  public <T> T once(Object key, Supplier<T> made) {
    Map<Object, Object> all = kept;
    if (all == null) {
      return made.get();
    }
    synchronized (all) {
      Object value = all.get(key);
      if (value == null) {
        value = made.get(); // May ask for others.
        all.put(key, value);
      }
      return (T) value;
    }
  }

  /** The table of all events of a kind. */
  public List<GroupRow> groups(RowKind kind, GroupTable.By by) {
    return once(new TableKey(kind, by), () -> GroupTable.of(table(), table().rows(kind), by));
  }

  /** The calls in which threads wait for the GPU: in synchronisation and in copies that block. */
  public int[] waiting() {
    int[] rows = once(Kept.WAITING, () -> GroupTable.waiting(table(), table().rows(RowKind.CALL)));
    return rows.clone();
  }

  /** The table of {@link #waiting} by thread. */
  public List<GroupRow> waitingByThread() {
    return once(
        Kept.WAITING_BY_THREAD, () -> GroupTable.of(table(), waiting(), GroupTable.By.THREAD));
  }

  /** All ranges, folded. */
  public RangeForest ranges() {
    return once(Kept.RANGES, () -> FoldedRanges.of(table(), table().rows(RowKind.RANGE)));
  }

  /** By which names have colours. */
  public NameRanks ranks() {
    return once(Kept.RANKS, () -> new NameRanks(this));
  }
}
