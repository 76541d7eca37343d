// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.benchmarks;

import io.rocjfr.event.ActivityEvent;
import io.rocjfr.event.HipApiEvent;
import io.rocjfr.event.KernelDispatchEvent;
import java.nio.ByteBuffer;
import java.util.Set;

/**
 * JFR's own floor: the events that a drain makes of {@link SyntheticTracer}'s records, filled and
 * committed in a bare loop.
 */
final class BareEvents {
  private static final String KERNEL = "matrixTranspose";

  /** What an event may do without. */
  enum Field {
    THREAD("thread"),
    THREAD_NAME("threadName"),
    FUNCTION("function"),
    CATEGORY("category"),
    KERNEL("kernel"),
    SYMBOL("symbol"),
    SHORT_TEXTS("result and api");

    final String title;

    Field(String title) {
      this.title = title;
    }
  }

  private final HipApiEvent call = new HipApiEvent();
  private final KernelDispatchEvent dispatch = new KernelDispatchEvent();
  private final Thread thread;
  private final String threadName;
  private final String function;
  private final String category;
  private final String kernel;
  private final String symbol;
  private final String api;
  private final String result;

  /**
   * @param fields those that have a value, beside the numbers
   */
  BareEvents(Set<Field> fields) {
    thread = fields.contains(Field.THREAD) ? Thread.currentThread() : null;
    threadName = fields.contains(Field.THREAD_NAME) ? "main" : null;
    function = fields.contains(Field.FUNCTION) ? "hipModuleLaunchKernel" : null;
    category = fields.contains(Field.CATEGORY) ? "launch" : null;
    kernel = fields.contains(Field.KERNEL) ? KERNEL : null;
    symbol = fields.contains(Field.SYMBOL) ? KERNEL : null;
    api = fields.contains(Field.SHORT_TEXTS) ? "HIP" : null;
    result = fields.contains(Field.SHORT_TEXTS) ? "unknown" : null;
  }

  /** Commits so many, calls and dispatches in turn. */
  void commit(int events) {
    long now = ticks();
    for (int i = 0; i < events; i += 2) {
      fill(call, i, now);
      call.function = function;
      call.category = category;
      call.result = result;
      call.device = 0;
      call.stream = 0;
      call.bytes = 0;
      call.kernel = kernel;
      call.commit();
      fill(dispatch, i, now);
      dispatch.api = api;
      dispatch.timed = true;
      dispatch.globalX = 1024;
      dispatch.globalY = 1024;
      dispatch.globalZ = 1024;
      dispatch.kernel = kernel;
      dispatch.symbol = symbol;
      dispatch.device = 0;
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

  /**
   * Commits those of as many calls and dispatches of a tracer's ring, with the numbers that stand
   * there and no others: the least that any reader of rings does. No clock is converted, nothing is
   * looked up by a number, and nothing else than these events can be made of it.
   */
  void commit(ByteBuffer ring, int events) {
    long offset = ticks() - System.nanoTime();
    for (int i = 0; i < events; i += 2) {
      int at = SyntheticTracer.at(i);
      int submit = at + SyntheticTracer.SLOT_BYTES;
      read(call, ring, at, submit, offset);
      call.function = function;
      call.category = category;
      call.result = result;
      call.device = ring.getShort(submit + SyntheticTracer.SUBMIT_DEVICE);
      call.stream = ring.getInt(submit + SyntheticTracer.SUBMIT_STREAM);
      call.bytes = ring.getLong(at + SyntheticTracer.BYTES);
      call.kernel = kernel;
      call.commit();
      at = SyntheticTracer.at(i + 1);
      submit = at + SyntheticTracer.SLOT_BYTES;
      read(dispatch, ring, at, submit, offset);
      dispatch.api = api;
      dispatch.timed = true;
      dispatch.kernel = kernel;
      dispatch.symbol = symbol;
      dispatch.device = ring.getInt(at + SyntheticTracer.DEVICE);
      dispatch.agentId = dispatch.device;
      dispatch.queue = ring.getLong(at + SyntheticTracer.QUEUE);
      dispatch.stream = ring.getInt(submit + SyntheticTracer.SUBMIT_STREAM);
      dispatch.gridX = ring.getInt(submit + SyntheticTracer.SUBMIT_GRID);
      dispatch.gridY = ring.getInt(submit + SyntheticTracer.SUBMIT_GRID + 4);
      dispatch.gridZ = ring.getInt(submit + SyntheticTracer.SUBMIT_GRID + 8);
      dispatch.workgroupX = ring.getShort(submit + SyntheticTracer.SUBMIT_GROUP);
      dispatch.workgroupY = ring.getShort(submit + SyntheticTracer.SUBMIT_GROUP + 2);
      dispatch.workgroupZ = ring.getShort(submit + SyntheticTracer.SUBMIT_GROUP + 4);
      dispatch.globalX = (long) dispatch.gridX * dispatch.workgroupX;
      dispatch.globalY = (long) dispatch.gridY * dispatch.workgroupY;
      dispatch.globalZ = (long) dispatch.gridZ * dispatch.workgroupZ;
      dispatch.ldsBytes = ring.getInt(submit + SyntheticTracer.SUBMIT_LDS);
      dispatch.commit();
    }
  }

  private void read(ActivityEvent event, ByteBuffer ring, int at, int submit, long offset) {
    long begin = ring.getLong(at + SyntheticTracer.BEGIN);
    event.setTimes(offset + begin, ring.getLong(at + SyntheticTracer.END) - begin);
    event.correlationId = ring.getLong(at + SyntheticTracer.CORRELATION_ID);
    event.externalId = ring.getLong(submit + SyntheticTracer.SUBMIT_EXTERNAL_ID);
    event.thread = thread;
    event.threadName = threadName;
    event.javaThreadId = 1;
    event.osThreadId = ring.getInt(at + SyntheticTracer.OS_THREAD);
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
