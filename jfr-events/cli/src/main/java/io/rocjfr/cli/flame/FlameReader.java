// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.flame;

import io.rocjfr.figures.FunctionCatalogue;
import io.rocjfr.recording.Fields;
import io.rocjfr.schema.EventKind;
import io.rocjfr.schema.Field;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Makes flame graphs of the events of recordings. Each file is read twice: first for the stacks of
 * calls, then for the work that is joined to them, since neither comes in an order. Correlation ids
 * are those of one process, so that stacks are forgotten after each file.
 */
public final class FlameReader {
  /** Names of the events that say where calls were made. */
  public static final Set<String> SITES =
      Stream.of(EventKind.LAUNCH_SITE, EventKind.LAUNCH_SITE_COUNTS, EventKind.TRACER_STATUS)
          .map(EventKind::eventName)
          .collect(Collectors.toUnmodifiableSet());

  /** What makes dispatches of one kernel alike. */
  private static final List<Field<Long>> SHAPE =
      List.of(
          Field.GRID_X,
          Field.GRID_Y,
          Field.GRID_Z,
          Field.WORKGROUP_X,
          Field.WORKGROUP_Y,
          Field.WORKGROUP_Z);

  /** Why a picked call has no stack, by the fields of rocjfr.LaunchSiteCounts. */
  private static final Map<Field<Long>, String> REASONS = new LinkedHashMap<>();

  static {
    REASONS.put(Field.NO_JAVA_THREAD, "on a thread that is not a Java thread");
    REASONS.put(Field.CRITICAL_FOREIGN_CALL, "in a critical foreign call");
    REASONS.put(Field.JNI_CRITICAL_REGION, "in a JNI critical region");
    REASONS.put(Field.EXCLUDED_THREAD, "on a thread that JFR does not record");
    REASONS.put(Field.END_OF_STACK, "with too little space left on the thread's stack");
    REASONS.put(Field.EXIT, "while the JVM exits");
    REASONS.put(Field.NESTED, "while the stack of another call was recorded");
    REASONS.put(Field.FAILED, "because JFR rejected the event");
    REASONS.put(Field.UNKNOWN_JVM, "because rocjfr cannot read this JVM");
  }

  /** Of which calls are picked. */
  private final Set<String> functions = new HashSet<>();

  private final Map<String, Long> reasons = new LinkedHashMap<>();
  private volatile String notSeen = ""; // read while a stream adds

  private final Map<Quantity, Shares> shares = new EnumMap<>(Quantity.class);
  private final Selection selection;
  private long begin;
  private final StackTree tree = new StackTree();
  private final Stacks stacks;
  private SiteTable sites = new SiteTable();
  private boolean anySite;
  private long untimed;

  /** What is live in the newest snapshot of the present file. */
  private final List<RecordedEvent> live = new ArrayList<>();

  private long snapshot = Long.MIN_VALUE;

  /** Reads all stacks; {@code lines} tells frames of one method apart by their lines. */
  public FlameReader(Set<Quantity> quantities, boolean lines) {
    this(quantities, Selection.all(lines));
  }

  /** Reads what is selected. */
  public FlameReader(Set<Quantity> quantities, Selection selection) {
    this.selection = selection;
    quantities.forEach(quantity -> shares.put(quantity, new Shares()));
    stacks = new Stacks(tree, selection.lines(), selection.threads());
  }

  /** From when on the window of time counts: before work of a file is added. */
  public void beginsAt(long nanos) {
    begin = nanos;
  }

  /** What a file has to be read for, in that order. */
  public List<Consumer<RecordedEvent>> passes() {
    return shares.keySet().equals(Set.of(Quantity.MEMORY))
        ? List.of(this::addWork)
        : List.of(this::addSite, this::addWork);
  }

  /** Whether anything said where calls were made. */
  public boolean knowsStacks() {
    return anySite;
  }

  /** How much work is in no total, since its queues told no times. */
  public long untimed() {
    return untimed;
  }

  /** The file's events have all been seen. */
  public void endOfFile() {
    sites = new SiteTable();
    live.forEach(this::addLiveShare);
    live.clear();
    snapshot = Long.MIN_VALUE;
  }

  /** Work that was added is over and done with; stacks of calls stay, since work comes later. */
  public void forgetWork() {
    shares.replaceAll((quantity, old) -> old.emptied());
    untimed = 0;
  }

  /** All that was read of one of the quantities. */
  public FlameGraph graph(Quantity quantity) {
    return FlameGraph.of(quantity, tree, shares.get(quantity), reasons, selection);
  }

  /** Keeps the stack of a call, if the event is of one. */
  public void addSite(RecordedEvent event) {
    switch (Fields.kind(event)) {
      case LAUNCH_SITE -> {
        long id = Fields.number(event, Field.CORRELATION_ID, 0);
        int node = stacks.node(event);
        anySite |= node >= 0;
        functions.add(Fields.text(event, Field.FUNCTION, ""));
        if (id != 0 && node >= 0) {
          sites.add(id, node, weight(event));
        }
      }
      case LAUNCH_SITE_COUNTS -> {
        double calls = Fields.decimal(event, Field.REFUSED_WEIGHT, 0);
        if (Fields.text(event, Field.EVENT, "").equals(EventKind.LAUNCH_SITE.eventName())
            && calls > 0) {
          shares.values().forEach(one -> one.refused(calls));
          REASONS.forEach((field, reason) -> addReason(reason, Fields.number(event, field, 0)));
        }
      }
      case TRACER_STATUS -> {
        String unseen = Fields.text(event, Field.NOT_SEEN, "");
        notSeen = unseen.isEmpty() ? notSeen : unseen;
      }
      default -> {
        // Read in the second pass.
      }
    }
  }

  /** What a JVM did not show, and why; empty if all was seen. */
  public String notSeen() {
    return notSeen;
  }

  /** Adds a piece of work, if the event is of one, to the stack of its call; or what is live. */
  public void addWork(RecordedEvent event) {
    switch (Fields.kind(event)) {
      case KERNEL_DISPATCH -> {
        if (wants(Quantity.KERNELS) || wants(Quantity.LAUNCHES)) {
          String kernel = Fields.kernel(event);
          String alike = likeness(event, kernel);
          addTime(Quantity.KERNELS, event, alike, kernel);
          add(Quantity.LAUNCHES, event, alike, kernel, 1);
        }
      }
      case MEM_COPY -> {
        String direction = Fields.text(event, Field.DIRECTION, "Unknown");
        // In steps of two: copies of ever other sizes would have no sample that is alike.
        String alike =
            direction + " " + Long.numberOfLeadingZeros(Fields.number(event, Field.BYTES, 0));
        addTime(Quantity.COPIES, event, alike, direction);
      }
      case HIP_API, OPENCL_API -> {
        String function = Fields.text(event, Field.FUNCTION, "");
        if (!reasons.isEmpty() && functions.contains(function)) {
          long thread = Fields.number(event, Field.OS_THREAD_ID, -1);
          shares.values().forEach(one -> one.call(thread));
        }
        if (wants(Quantity.WAITS)) {
          if (FunctionCatalogue.waits(function)) {
            add(Quantity.WAITS, event, function, function, nanos(event));
          }
        }
      }
      case LIVE_GPU_ALLOCATION -> {
        if (wants(Quantity.MEMORY)) {
          addLive(event);
        }
      }
      default -> {
        // No work.
      }
    }
  }

  private boolean wants(Quantity quantity) {
    return shares.containsKey(quantity);
  }

  private static String likeness(RecordedEvent event, String kernel) {
    StringBuilder alike = new StringBuilder(kernel);
    for (Field<Long> field : SHAPE) {
      alike.append(' ').append(Fields.number(event, field, 0));
    }
    return alike.toString();
  }

  /** Work without times amounts to nobody knows what: it is in no total. */
  private void addTime(Quantity quantity, RecordedEvent event, Object alike, String work) {
    if (Fields.isTimed(event)) {
      add(quantity, event, alike, work, nanos(event));
    } else if (wants(quantity)) {
      untimed++;
    }
  }

  private void add(
      Quantity quantity, RecordedEvent event, Object alike, String work, double value) {
    Shares of = shares.get(quantity);
    if (of != null
        && (!selection.isWindowed() || selection.isWithin(Fields.begin(event) - begin))) {
      long id = Fields.number(event, Field.CORRELATION_ID, 0);
      int node = id == 0 ? -1 : sites.node(id);
      long thread = Fields.number(event, Field.OS_THREAD_ID, -1);
      of.add(alike, work, thread, id, value, 1, node, node < 0 ? 0 : sites.weight(id));
    }
  }

  private void addLive(RecordedEvent event) {
    long of = Fields.number(event, Field.SNAPSHOT, 0);
    if (of > snapshot) {
      snapshot = of;
      live.clear();
    }
    if (of == snapshot) {
      live.add(event);
    }
  }

  private void addLiveShare(RecordedEvent event) {
    String function = Fields.text(event, Field.FUNCTION, "(unknown)");
    long bytes = Fields.number(event, Field.ALLOCATED_BYTES, 0);
    long count = Math.max(1, Fields.number(event, Field.COUNT, 1));
    String alike =
        Fields.text(event, Field.KIND, "")
            + " "
            + Fields.number(event, Field.DEVICE, -1)
            + " "
            + bytes / count;
    String stack = Fields.text(event, Field.ALLOCATED_BY, "");
    anySite |= !stack.isEmpty();
    int node = stack.isEmpty() ? -1 : stacks.node(stack);
    double weight = Fields.decimal(event, Field.WEIGHT, 0);
    shares
        .get(Quantity.MEMORY)
        .add(alike, function, -1, 0, (double) bytes, (double) count, node, weight);
  }

  private void addReason(String reason, long calls) {
    if (calls > 0) {
      reasons.merge(reason, calls, Long::sum);
    }
  }

  private static double weight(RecordedEvent event) {
    return Math.max(1, Fields.decimal(event, Field.WEIGHT, 1));
  }

  private static double nanos(RecordedEvent event) {
    return Fields.end(event) - Fields.begin(event);
  }
}
