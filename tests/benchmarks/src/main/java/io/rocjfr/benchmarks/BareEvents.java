// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.benchmarks;

import io.rocjfr.event.ActivityEvent;
import io.rocjfr.event.HipApiEvent;
import io.rocjfr.event.KernelDispatchEvent;

/**
 * JFR's own floor: the events that a drain makes of {@link SyntheticTracer}'s records, filled and
 * committed in a bare loop.
 */
final class BareEvents {
  private static final String KERNEL = "matrixTranspose";

  private final HipApiEvent call = new HipApiEvent();
  private final KernelDispatchEvent dispatch = new KernelDispatchEvent();
  private final Thread thread;
  private final String threadName;
  private final String function;
  private final String kernel;

  /**
   * @param threads whether the events name a thread object
   * @param texts whether the events have their names
   */
  BareEvents(boolean threads, boolean texts) {
    thread = threads ? Thread.currentThread() : null;
    threadName = texts ? "main" : null;
    function = texts ? "hipModuleLaunchKernel" : null;
    kernel = texts ? KERNEL : null;
  }

  /** Commits so many, calls and dispatches in turn. */
  void commit(int events) {
    long now = ticks();
    for (int i = 0; i < events; i += 2) {
      fill(call, i, now);
      call.function = function;
      call.result = "unknown";
      call.device = -1;
      call.stream = 0;
      call.bytes = 0;
      call.kernel = kernel;
      call.commit();
      fill(dispatch, i, now);
      dispatch.kernel = kernel;
      dispatch.symbol = kernel;
      dispatch.device = -1;
      dispatch.agentId = 0;
      dispatch.queue = 0;
      dispatch.stream = 0;
      dispatch.gridX = 64;
      dispatch.gridY = 64;
      dispatch.gridZ = 64;
      dispatch.workgroupX = 16;
      dispatch.workgroupY = 16;
      dispatch.workgroupZ = 16;
      dispatch.ldsBytes = 0;
      dispatch.commit();
    }
  }

  private long ticks() {
    call.setTimes(0, 0);
    call.begin();
    return call.startTicks();
  }

  private void fill(ActivityEvent event, long i, long now) {
    event.setTimes(now + i, 500);
    event.correlationId = i;
    event.externalId = i;
    event.thread = thread;
    event.threadName = threadName;
    event.javaThreadId = 1;
    event.osThreadId = 4711;
  }
}
