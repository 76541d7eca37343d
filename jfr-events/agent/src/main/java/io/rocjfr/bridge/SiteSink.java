// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.event.GpuAllocationEvent;
import io.rocjfr.event.LaunchSiteEvent;
import io.rocjfr.event.LiveGpuAllocationEvent;

/**
 * What the tracer calls by name on threads of the application, inside their calls of HIP and
 * OpenCL: commits events with the caller's stack. It waits for nobody, and nothing is thrown.
 */
final class SiteSink {
  /** What the methods return otherwise: done, or the number of the stack that was kept. */
  private static final int EXCLUDED = -1;

  private static final int FAILED = -2;

  private static volatile SiteSink instance;

  private final SiteNames names;
  private final JavaStacks stacks;
  private final CallSites calls;

  /** Stacks of allocations are kept also while no recording wants them. */
  private volatile boolean keepsStacks;

  private SiteSink(SiteNames names, JavaStacks stacks, CallSites calls) {
    this.names = names;
    this.stacks = stacks;
    this.calls = calls;
  }

  /** JFR is initialised: loads what the methods need, so that no thread has to. */
  static void start(SiteNames names, JavaStacks stacks, CallSites calls) {
    SiteSink sink = new SiteSink(names, stacks, calls);
    try {
      ExcludedThreads.excludeCaller();
    } catch (Throwable e) {
      Log.info("the threads that JFR excludes are unknown: " + e);
    }
    stacks.current();
    calls.add(0);
    new LaunchSiteEvent().shouldCommit();
    new GpuAllocationEvent().shouldCommit();
    new LiveGpuAllocationEvent().shouldCommit();
    // What is linked at its first use, not on an application's thread with little stack left.
    names.function(0);
    names.function(SiteNames.OPENCL);
    names.kernel(1);
    MemoryKinds.name(0);
    instance = sink;
  }

  /** Whether stacks of allocations are kept whatever is recorded. */
  static void keepStacks(boolean keep) {
    SiteSink sink = instance;
    if (sink != null) {
      sink.keepsStacks = keep;
    }
  }

  /** Called by the tracer. */
  @SuppressWarnings("unused")
  static int site(long correlationId, int function, int kernel, double weight) {
    try {
      return instance.commitSite(correlationId, function, kernel, weight);
    } catch (Throwable t) { // into the runtime's call nothing may be thrown
      return FAILED;
    }
  }

  /** Called by the tracer. */
  @SuppressWarnings("unused")
  static int allocation(
      long correlationId,
      int function,
      long id,
      long bytes,
      long address,
      int device,
      int kind,
      double weight) {
    try {
      return instance.commitAllocation(
          correlationId, function, id, bytes, address, device, kind, weight);
    } catch (Throwable t) { // into the runtime's call nothing may be thrown
      return FAILED;
    }
  }

  private int commitSite(long correlationId, int function, int kernel, double weight)
      throws Throwable {
    if (ExcludedThreads.excludeCaller()) {
      return EXCLUDED;
    }
    LaunchSiteEvent event = new LaunchSiteEvent();
    if (!event.isEnabled()) {
      return FAILED;
    }
    event.correlationId = correlationId;
    event.function = names.function(function);
    event.kernel = names.kernel(kernel);
    event.weight = weight;
    event.commit();
    calls.add(correlationId);
    return 0;
  }

  private int commitAllocation(
      long correlationId,
      int function,
      long id,
      long bytes,
      long address,
      int device,
      int kind,
      double weight)
      throws Throwable {
    if (ExcludedThreads.excludeCaller()) {
      return EXCLUDED;
    }
    GpuAllocationEvent event = new GpuAllocationEvent();
    boolean records = event.isEnabled();
    boolean keeps = keepsStacks || new LiveGpuAllocationEvent().isEnabled();
    if (records) {
      event.correlationId = correlationId;
      event.function = names.function(function);
      event.allocationId = id;
      event.bytes = bytes;
      event.address = address;
      event.device = device;
      event.kind = MemoryKinds.name(kind);
      event.weight = weight;
      event.commit();
    }
    if (keeps) {
      return stacks.current();
    }
    return records ? 0 : FAILED;
  }
}
