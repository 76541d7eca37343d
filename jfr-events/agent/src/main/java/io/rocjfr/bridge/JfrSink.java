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
import java.util.List;

/**
 * Commits groups as JFR events: one instance per type is filled again and again, so that nothing is
 * allocated per event. Used by the drain thread.
 *
 * <p>References are stored only where they change: a store into an object that has survived some
 * collections costs G1 a fence.
 */
@SuppressWarnings("ReferenceEquality") // the very object is meant
final class JfrSink implements GroupSink {
  private static final ActivityKind[] KINDS = ActivityKind.values();
  private static final String[] SHAPES = {null, "1D", "2D", "3D"};

  private final Clocks clocks;
  private final ApiFunctions functions;
  private final SpanContextEvents contexts;
  private final PooledTexts texts = PooledTexts.find();

  private final HipApiEvent api = new HipApiEvent();
  private final KernelDispatchEvent dispatch = new KernelDispatchEvent();
  private final MemCopyEvent copy = new MemCopyEvent();
  private final BarrierEvent barrier = new BarrierEvent();
  private final RoctxRangeEvent range = new RoctxRangeEvent();
  private final RoctxMarkEvent mark = new RoctxMarkEvent();
  private final OpenClApiEvent openClApi = new OpenClApiEvent();
  private final HipApiEvent probe = new HipApiEvent();
  private final OpenClApiEvent openClProbe = new OpenClApiEvent();
  private final LaunchSiteEvent siteProbe = new LaunchSiteEvent();
  private final GpuAllocationEvent allocationProbe = new GpuAllocationEvent();
  private final GpuMemoryEvent memoryProbe = new GpuMemoryEvent();
  private final LiveGpuAllocationEvent liveProbe = new LiveGpuAllocationEvent();

  /** For the ticks: only an enabled event tells them. */
  private final List<TimedEvent> tickReaders =
      List.of(
          new HipApiEvent(),
          new OpenClApiEvent(),
          new KernelDispatchEvent(),
          new MemCopyEvent(),
          new RoctxRangeEvent(),
          new RoctxMarkEvent(),
          new BarrierEvent());

  /** By ActivityKind.code(). */
  private final TimedEvent[] events = new TimedEvent[KINDS.length];

  /** Which are enabled, roughly: commit looks again. */
  private final boolean[] on = new boolean[KINDS.length];

  JfrSink(Clocks clocks, ApiFunctions functions, SpanContextEvents contexts) {
    this.contexts = contexts;
    this.clocks = clocks;
    this.functions = functions;
    events[ActivityKind.HIP_API.code()] = api;
    events[ActivityKind.OPENCL_API.code()] = openClApi;
    events[ActivityKind.KERNEL_DISPATCH.code()] = dispatch;
    events[ActivityKind.MEM_COPY.code()] = copy;
    events[ActivityKind.BARRIER.code()] = barrier;
    events[ActivityKind.ROCTX_RANGE.code()] = range;
    events[ActivityKind.ROCTX_MARK.code()] = mark;
  }

  private boolean enabled(ActivityKind kind) {
    return events[kind.code()].isEnabled();
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
    for (TimedEvent event : tickReaders) {
      if (event.isEnabled()) {
        clocks.readTicksOf(event);
        return;
      }
    }
  }

  private int enabledDomains() {
    int domains = 0;
    for (ActivityKind kind : KINDS) {
      if (enabled(kind)) {
        domains |= Layout.bit(domainOf(kind));
      }
    }
    // OpenCL's work goes with its calls, so that a recording can leave OpenCL alone.
    boolean openClOps =
        (domains & Layout.bit(Layout.OPENCL_API)) != 0
            && (domains & Layout.bit(Layout.HIP_OPS)) != 0;
    return openClOps ? domains | Layout.bit(Layout.OPENCL_OPS) : domains;
  }

  private static int domainOf(ActivityKind kind) {
    return switch (kind) {
      case HIP_API -> Layout.HIP_API;
      case OPENCL_API -> Layout.OPENCL_API;
      case KERNEL_DISPATCH, MEM_COPY, BARRIER -> Layout.HIP_OPS;
      case ROCTX_RANGE, ROCTX_MARK -> Layout.ROCTX;
    };
  }

  boolean wantsBarriers() {
    return enabled(ActivityKind.BARRIER);
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
    for (ActivityKind kind : KINDS) {
      on[kind.code()] = enabled(kind);
    }
  }

  @Override
  public void accept(Group group) {
    if (!on[group.kind.code()]) {
      return; // another event of its domain is, or this one was a moment ago
    }
    if (!clocks.knowsTicks()) {
      throw new IllegalStateException("JFR's clock is not known");
    }
    if (group.externalId != 0) {
      contexts.beforeEvent(group.externalId, group.thread.javaThreadId);
    }
    switch (group.kind) {
      case HIP_API -> commitApi(group);
      case OPENCL_API -> commitOpenClApi(group);
      case KERNEL_DISPATCH -> commitDispatch(group);
      case MEM_COPY -> commitCopy(group);
      case BARRIER -> commitBarrier(group);
      case ROCTX_RANGE -> commitRange(group);
      case ROCTX_MARK -> commitMark(group);
    }
  }

  /** After a round: the reused events must not keep threads alive. */
  void end() {
    api.thread = null;
    openClApi.thread = null;
    dispatch.thread = null;
    copy.thread = null;
    barrier.thread = null;
    range.thread = null;
    mark.thread = null;
  }

  private void fill(ActivityEvent event, Group group) {
    long start = clocks.toTicks(group.begin);
    long end = clocks.toTicks(group.end);
    event.setTimes(start, Math.max(1, end - start));
    event.correlationId = group.correlationId;
    event.externalId = group.externalId;
    ThreadEntry entry = group.thread;
    Thread thread = entry.thread();
    if (event.thread != thread) {
      event.thread = thread;
    }
    if (event.threadName != entry.name) {
      event.threadName = entry.name;
    }
    event.javaThreadId = entry.javaThreadId;
    event.osThreadId = group.osThreadId;
  }

  private void commitApi(Group group) {
    HipApiEvent event = api;
    event.accepted = functions.accepted(group.functionId);
    if (!event.accepted) {
      return;
    }
    fill(event, group);
    if (event.function != group.function) {
      event.function = group.function;
      event.category = FunctionCatalogue.categoryOf(group.function);
    }
    if (event.result != group.result) {
      event.result = group.result;
    }
    event.device = group.device;
    event.stream = group.stream;
    event.bytes = group.bytes;
    String kernel = group.kernel == null ? null : group.kernel.demangled();
    if (event.kernel != kernel) {
      event.kernel = kernel;
    }
    event.commit();
  }

  private void commitOpenClApi(Group group) {
    OpenClApiEvent event = openClApi;
    event.accepted = functions.openCl().accepted(group.functionId);
    if (!event.accepted) {
      return;
    }
    fill(event, group);
    if (event.function != group.function) {
      event.function = group.function;
      event.category = FunctionCatalogue.categoryOf(group.function);
    }
    if (event.result != group.result) {
      event.result = group.result;
    }
    event.device = group.device;
    event.queue = group.queue;
    event.bytes = group.bytes;
    String kernel = group.kernel == null ? null : group.kernel.demangled();
    if (event.kernel != kernel) {
      event.kernel = kernel;
    }
    event.commit();
  }

  private void fillWork(WorkEvent event, Group group) {
    fill(event, group);
    if (event.api != group.api) {
      event.api = group.api;
    }
    if (event.deviceName != group.deviceName) {
      event.deviceName = group.deviceName;
    }
    event.queueDelay = delay(group.queued, group.begin);
    event.submitDelay = delay(group.submitted, group.begin);
    event.timed = group.timed;
  }

  private static long delay(long from, long begin) {
    return from == 0 ? WorkEvent.UNKNOWN : Math.max(0, begin - from);
  }

  private void commitDispatch(Group group) {
    KernelDispatchEvent event = dispatch;
    fillWork(event, group);
    event.globalX = group.globalX;
    event.globalY = group.globalY;
    event.globalZ = group.globalZ;
    NameCache.Name name = group.kernel;
    String kernel = name == null ? null : name.demangled();
    String symbol = name == null ? null : name.symbol();
    if (event.kernel != kernel) {
      event.kernel = kernel;
    }
    if (event.symbol != symbol) {
      event.symbol = symbol;
    }
    event.device = group.device;
    event.agentId = group.agentId;
    event.queue = group.queue;
    event.stream = group.stream;
    event.gridX = group.gridX;
    event.gridY = group.gridY;
    event.gridZ = group.gridZ;
    event.workgroupX = group.groupX;
    event.workgroupY = group.groupY;
    event.workgroupZ = group.groupZ;
    event.ldsBytes = group.ldsBytes;
    event.commit();
  }

  private void commitCopy(Group group) {
    MemCopyEvent event = copy;
    fillWork(event, group);
    event.direction = group.direction.label();
    event.bytes = group.bytes;
    event.device = group.device;
    event.sourceDevice = group.sourceDevice;
    event.destinationDevice = group.destinationDevice;
    event.agentId = group.agentId;
    event.queue = group.queue;
    event.stream = group.stream;
    event.shape = SHAPES[group.shape & 3];
    event.commit();
  }

  private void commitBarrier(Group group) {
    BarrierEvent event = barrier;
    fillWork(event, group);
    event.device = group.device;
    event.agentId = group.agentId;
    event.queue = group.queue;
    event.stream = group.stream;
    event.commit();
  }

  private void commitRange(Group group) {
    RoctxRangeEvent event = range;
    fill(event, group);
    event.message = group.message;
    event.depth = group.depth;
    event.rangeId = group.rangeId;
    event.commit();
  }

  private void commitMark(Group group) {
    RoctxMarkEvent event = mark;
    fill(event, group);
    event.message = group.message;
    event.depth = group.depth;
    event.rangeId = 0;
    event.commit();
  }
}
