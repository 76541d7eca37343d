// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.page;

import io.rocjfr.recording.Fields;
import io.rocjfr.schema.EventKind;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;

/** The events that a page shows, as many of a window of time as it can hold. */
public final class PageEvents {
  /** Not what the GPU or the program did; or said of a call that is there by itself. */
  private static final Set<EventKind> LEFT_OUT =
      EnumSet.of(
          EventKind.TRACER_STATUS,
          EventKind.PENDING_CALL,
          EventKind.RECORDS_LOST,
          EventKind.SPAN_CONTEXT,
          EventKind.GPU_TELEMETRY,
          EventKind.GPU_MEMORY,
          EventKind.GPU_ALLOCATION,
          EventKind.LIVE_GPU_ALLOCATION,
          EventKind.LAUNCH_SITE,
          EventKind.LAUNCH_SITE_COUNTS,
          EventKind.SOURCE_FILE);

  private final long most;
  private final long from;
  private final long to;
  private final Strings strings = new Strings();
  private final Map<String, PageTable> tables = new LinkedHashMap<>();
  private final PageStacks stacks = new PageStacks();
  private final JvmEvents jvm = new JvmEvents(strings, stacks::of);
  private final JoinedEvents joined = new JoinedEvents(stacks::ofCall);
  private VirtualThreads virtual;
  private long earliest = Long.MAX_VALUE;
  private long zero;
  private boolean started;
  private int file;
  private long shown;
  private long outside;
  private long leftOut;

  /**
   * Makes the events of a page.
   *
   * @param most how many events it can hold
   * @param from where the window begins, in nanoseconds from the earliest begin of an event
   * @param to where it ends
   */
  public PageEvents(long most, long from, long to) {
    this.most = most;
    this.from = from;
    this.to = to;
  }

  /** To be called before the events of each recording. */
  public void beginFile(int number) {
    file = number;
  }

  /** Whether a window was asked for. All events have to be known by {@link #begins} before. */
  public boolean isWindowed() {
    return from != Long.MIN_VALUE || to != Long.MAX_VALUE;
  }

  /** Learns when an event begins: a recording has them in no order. */
  public void begins(RecordedEvent event) {
    if (!LEFT_OUT.contains(Fields.kind(event))) {
      earliest = Math.min(earliest, Fields.begin(event));
    }
  }

  /** Keeps what the JVM did beside. */
  public void addOther(RecordedEvent event) {
    jvm.add(event, file);
  }

  public void add(RecordedEvent event) {
    String type = event.getEventType().getName();
    joined.add(event, file);
    if (LEFT_OUT.contains(Fields.kind(event))) {
      return;
    }
    begins(event);
    if (!started) {
      zero = earliest;
      started = true;
    }
    if (Fields.end(event) - zero < from || Fields.begin(event) - zero > to) {
      outside++;
    } else if (shown >= most) {
      leftOut++;
    } else {
      shown++;
      tables
          .computeIfAbsent(type, name -> new PageTable(event.getEventType()))
          .add(event, strings, zero, file);
    }
  }

  /** To be called after the last event. */
  public void end() {
    if (started && earliest < zero) {
      for (PageTable table : tables.values()) {
        table.countFrom(earliest - zero);
      }
      zero = earliest;
    }
    long end = Long.MIN_VALUE;
    GpuThreads threads = new GpuThreads();
    for (PageTable table : tables.values()) {
      end = Math.max(end, table.end());
      threads.add(table);
    }
    jvm.settle(zero, end, threads);
    virtual = new VirtualThreads(tables.values(), strings, joined);
  }

  Strings strings() {
    return strings;
  }

  /** Of what was done on GPUs or asked of them. */
  Iterable<PageTable> tables() {
    return tables.values();
  }

  /** These, what the JVM did, and what belongs to events. */
  List<PageTable> all() {
    return Stream.of(tables.values(), virtual.tables(), jvm.tables(), joined.tables())
        .flatMap(Collection::stream)
        .toList();
  }

  /** Which threads are virtual, and how they are shown. To be called after {@link #end}. */
  public VirtualThreads virtualThreads() {
    return virtual;
  }

  PageStacks stacks() {
    return stacks;
  }

  /** What times are counted from: the earliest begin, in nanoseconds of the epoch. */
  public long zero() {
    return zero;
  }

  public long shown() {
    return shown;
  }

  /** How many were not in the window. */
  public long outside() {
    return outside;
  }

  /** How many of the JVM's events did not fit. */
  public long jvmLeftOut() {
    return jvm.leftOut();
  }

  /** How many did not fit. */
  public long leftOut() {
    return leftOut;
  }
}
