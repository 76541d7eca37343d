// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.ActivityKind;
import io.rocjfr.event.ActivityEvent;
import io.rocjfr.event.BarrierEvent;
import io.rocjfr.event.GpuAllocationEvent;
import io.rocjfr.event.GpuMemoryEvent;
import io.rocjfr.event.HipApiEvent;
import io.rocjfr.event.KernelDispatchEvent;
import io.rocjfr.event.LaunchSiteEvent;
import io.rocjfr.event.LiveGpuAllocationEvent;
import io.rocjfr.event.MemCopyEvent;
import io.rocjfr.event.OpenClApiEvent;
import io.rocjfr.event.RoctxMarkEvent;
import io.rocjfr.event.RoctxRangeEvent;
import io.rocjfr.event.TimedEvent;
import io.rocjfr.event.WorkEvent;
import io.rocjfr.figures.FunctionCatalogue;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * Commits activities as JFR events: one instance per type is filled again and again, so that
 * nothing is allocated per event. Used by the drain thread.
 *
 * <p>References are stored only where they change: a store into an object that has survived some
 * collections costs G1 a fence.
 */
@SuppressWarnings("ReferenceEquality") // the very object is meant
final class JfrSink implements ActivitySink {
  private static final ActivityKind[] KINDS = ActivityKind.values();
  private static final String[] SHAPES = {null, "1D", "2D", "3D"};

  private final Clocks clocks;
  private final ApiFunctions functions;
  private final SpanContextEvents contexts;
  private final PooledTexts texts = PooledTexts.find();

  private final HipApiEvent probe = new HipApiEvent();
  private final OpenClApiEvent openClProbe = new OpenClApiEvent();
  private final LaunchSiteEvent siteProbe = new LaunchSiteEvent();
  private final GpuAllocationEvent allocationProbe = new GpuAllocationEvent();
  private final GpuMemoryEvent memoryProbe = new GpuMemoryEvent();
  private final LiveGpuAllocationEvent liveProbe = new LiveGpuAllocationEvent();

  /** By ActivityKind.code(). */
  private final Row<?>[] rows = new Row<?>[KINDS.length];

  JfrSink(Clocks clocks, ApiFunctions functions, SpanContextEvents contexts) {
    this.contexts = contexts;
    this.clocks = clocks;
    this.functions = functions;
    row(ActivityKind.HIP_API, Layout.HIP_API, HipApiEvent::new, this::commitApi);
    row(ActivityKind.OPENCL_API, Layout.OPENCL_API, OpenClApiEvent::new, this::commitOpenClApi);
    row(
        ActivityKind.KERNEL_DISPATCH,
        Layout.HIP_OPS,
        KernelDispatchEvent::new,
        this::commitDispatch);
    row(ActivityKind.MEM_COPY, Layout.HIP_OPS, MemCopyEvent::new, this::commitCopy);
    row(ActivityKind.BARRIER, Layout.HIP_OPS, BarrierEvent::new, this::commitBarrier);
    row(ActivityKind.ROCTX_RANGE, Layout.ROCTX, RoctxRangeEvent::new, this::commitRange);
    row(ActivityKind.ROCTX_MARK, Layout.ROCTX, RoctxMarkEvent::new, this::commitMark);
  }

  /** How activities of a kind become events. */
  private static final class Row<E extends ActivityEvent> {
    final E event;

    /** For the ticks, on other threads: only an enabled event tells them. */
    final E tickReader;

    /** The bit of the domain that it comes from. */
    final int domain;

    final BiConsumer<E, DecodedActivity> commit;

    /** Whether it is enabled, roughly: commit looks again. */
    boolean on;

    Row(int domain, Supplier<E> events, BiConsumer<E, DecodedActivity> commit) {
      this.event = events.get();
      this.tickReader = events.get();
      this.domain = Layout.bit(domain);
      this.commit = commit;
    }

    void accept(DecodedActivity activity) {
      commit.accept(event, activity);
    }
  }

  private <E extends ActivityEvent> void row(
      ActivityKind kind, int domain, Supplier<E> events, BiConsumer<E, DecodedActivity> commit) {
    rows[kind.code()] = new Row<>(domain, events, commit);
  }

  /** The domains of the events that running recordings enable; takes no lock of JFR's. */
  int wantedDomains() {
    int domains = enabledDomains();
    if (domains != 0) {
      readTicks();
    }
    return clocks.knowsTicks() ? domains : 0;
  }

  /** What running recordings want of callers and memory, as bits of domains without records. */
  int wantedSites() {
    int domains = siteProbe.isEnabled() ? Layout.bit(Layout.SITES) : 0;
    boolean memory = wantsStacksOfMemory() || memoryProbe.isEnabled();
    return memory ? domains | Layout.bit(Layout.MEMORY) : domains;
  }

  boolean wantsStacksOfMemory() {
    return allocationProbe.isEnabled() || liveProbe.isEnabled();
  }

  private void readTicks() {
    for (Row<?> row : rows) {
      if (row.tickReader.isEnabled()) {
        clocks.readTicksOf(row.tickReader);
        return;
      }
    }
  }

  private int enabledDomains() {
    int domains = 0;
    for (Row<?> row : rows) {
      domains |= row.event.isEnabled() ? row.domain : 0;
    }
    // OpenCL's work goes with its calls, so that a recording can leave OpenCL alone.
    boolean openClOps =
        (domains & Layout.bit(Layout.OPENCL_API)) != 0
            && (domains & Layout.bit(Layout.HIP_OPS)) != 0;
    return openClOps ? domains | Layout.bit(Layout.OPENCL_OPS) : domains;
  }

  boolean wantsBarriers() {
    return rows[ActivityKind.BARRIER.code()].event.isEnabled();
  }

  /**
   * The lowest threshold of the running recordings for API calls, by asking an event itself, since
   * asking JFR would take its lock. Never above the true one.
   */
  long apiThresholdNanos() {
    return thresholdNanos(probe);
  }

  /** The same of OpenCL's calls. */
  long openClThresholdNanos() {
    return thresholdNanos(openClProbe);
  }

  private long thresholdNanos(TimedEvent asked) {
    if (accepts(asked, 1)) {
      return 0;
    }
    long low = 1;
    long high = Long.MAX_VALUE;
    while (high - low > 1) { // low is too short, high passes or is beyond all
      long middle = low + (high - low) / 2;
      if (accepts(asked, middle)) {
        high = middle;
      } else {
        low = middle;
      }
    }
    // A clock's slope is not exact and times are cut: leave the last decision to JFR.
    long nanos = clocks.ticksToNanos(low);
    return Math.max(0, nanos - nanos / 1000 - 100);
  }

  private static boolean accepts(TimedEvent asked, long durationTicks) {
    asked.setTimes(1, durationTicks);
    return asked.shouldCommit();
  }

  /** On the drain thread, before it commits what others have asked for. */
  void beforeEvents() {
    texts.look();
  }

  /** Before a round of {@link #accept}. */
  void begin() {
    texts.look();
    for (Row<?> row : rows) {
      row.on = row.event.isEnabled();
    }
  }

  @Override
  public void accept(DecodedActivity activity) {
    Row<?> row = rows[activity.kind.code()];
    if (!row.on) {
      return; // another event of its domain is, or this one was a moment ago
    }
    if (!clocks.knowsTicks()) {
      throw new IllegalStateException("JFR's clock is not known");
    }
    if (activity.externalId != 0) {
      contexts.beforeEvent(activity.externalId, activity.thread.javaThreadId);
    }
    row.accept(activity);
  }

  /** After a round: the reused events must not keep threads alive. */
  void end() {
    for (Row<?> row : rows) {
      row.event.thread = null;
    }
  }

  private void fill(ActivityEvent event, DecodedActivity activity) {
    long start = clocks.toTicks(activity.begin);
    long end = clocks.toTicks(activity.end);
    event.setTimes(start, Math.max(1, end - start));
    event.correlationId = activity.correlationId;
    event.externalId = activity.externalId;
    ThreadEntry entry = activity.thread;
    Thread thread = entry.thread();
    if (event.thread != thread) {
      event.thread = thread;
    }
    if (event.threadName != entry.name) {
      event.threadName = entry.name;
    }
    event.javaThreadId = entry.javaThreadId;
    event.osThreadId = activity.osThreadId;
  }

  private void commitApi(HipApiEvent event, DecodedActivity activity) {
    event.accepted = functions.accepted(activity.functionId);
    if (!event.accepted) {
      return;
    }
    fill(event, activity);
    if (event.function != activity.function) {
      event.function = activity.function;
      event.category = FunctionCatalogue.categoryOf(activity.function);
    }
    if (event.result != activity.result) {
      event.result = activity.result;
    }
    event.device = activity.device;
    event.stream = activity.stream;
    event.bytes = activity.bytes;
    String kernel = activity.kernel == null ? null : activity.kernel.demangled();
    if (event.kernel != kernel) {
      event.kernel = kernel;
    }
    event.commit();
  }

  private void commitOpenClApi(OpenClApiEvent event, DecodedActivity activity) {
    event.accepted = functions.openCl().accepted(activity.functionId);
    if (!event.accepted) {
      return;
    }
    fill(event, activity);
    if (event.function != activity.function) {
      event.function = activity.function;
      event.category = FunctionCatalogue.categoryOf(activity.function);
    }
    if (event.result != activity.result) {
      event.result = activity.result;
    }
    event.device = activity.device;
    event.queue = activity.queue;
    event.bytes = activity.bytes;
    String kernel = activity.kernel == null ? null : activity.kernel.demangled();
    if (event.kernel != kernel) {
      event.kernel = kernel;
    }
    event.commit();
  }

  private void fillWork(WorkEvent event, DecodedActivity activity) {
    fill(event, activity);
    if (event.api != activity.api) {
      event.api = activity.api;
    }
    if (event.deviceName != activity.deviceName) {
      event.deviceName = activity.deviceName;
    }
    event.queueDelay = delay(activity.queued, activity.begin);
    event.submitDelay = delay(activity.submitted, activity.begin);
    event.timed = activity.timed;
  }

  private static long delay(long from, long begin) {
    return from == 0 ? WorkEvent.UNKNOWN : Math.max(0, begin - from);
  }

  private void commitDispatch(KernelDispatchEvent event, DecodedActivity activity) {
    fillWork(event, activity);
    event.globalX = activity.globalX;
    event.globalY = activity.globalY;
    event.globalZ = activity.globalZ;
    NameCache.Name name = activity.kernel;
    String kernel = name == null ? null : name.demangled();
    String symbol = name == null ? null : name.symbol();
    if (event.kernel != kernel) {
      event.kernel = kernel;
    }
    if (event.symbol != symbol) {
      event.symbol = symbol;
    }
    event.device = activity.device;
    event.agentId = activity.agentId;
    event.queue = activity.queue;
    event.stream = activity.stream;
    event.gridX = activity.gridX;
    event.gridY = activity.gridY;
    event.gridZ = activity.gridZ;
    event.workgroupX = activity.groupX;
    event.workgroupY = activity.groupY;
    event.workgroupZ = activity.groupZ;
    event.ldsBytes = activity.ldsBytes;
    event.commit();
  }

  private void commitCopy(MemCopyEvent event, DecodedActivity activity) {
    fillWork(event, activity);
    event.direction = activity.direction.label();
    event.bytes = activity.bytes;
    event.device = activity.device;
    event.sourceDevice = activity.sourceDevice;
    event.destinationDevice = activity.destinationDevice;
    event.agentId = activity.agentId;
    event.queue = activity.queue;
    event.stream = activity.stream;
    event.shape = SHAPES[activity.shape & 3];
    event.commit();
  }

  private void commitBarrier(BarrierEvent event, DecodedActivity activity) {
    fillWork(event, activity);
    event.device = activity.device;
    event.agentId = activity.agentId;
    event.queue = activity.queue;
    event.stream = activity.stream;
    event.commit();
  }

  private void commitRange(RoctxRangeEvent event, DecodedActivity activity) {
    fill(event, activity);
    event.message = activity.message;
    event.depth = activity.depth;
    event.rangeId = activity.rangeId;
    event.commit();
  }

  private void commitMark(RoctxMarkEvent event, DecodedActivity activity) {
    fill(event, activity);
    event.message = activity.message;
    event.depth = activity.depth;
    event.rangeId = 0;
    event.commit();
  }
}
