// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.Map;
import java.util.TreeMap;

/** What one GPU did: how long, how often, by queue. For one thread at a time. */
public final class GpuUse {
  /** What one of its hardware queues did. */
  public static final class Queue {
    private final BusyTime busy = new BusyTime();
    private long dispatches;
    private boolean timed;

    /** Whether dispatches came through it, and nobody told the times of any. */
    public boolean isUntimed() {
      return dispatches > 0 && !timed;
    }

    /** How long a kernel ran that came through this queue, in nanoseconds. */
    public long busyNanos() {
      return busy.nanos();
    }

    public long dispatches() {
      return dispatches;
    }
  }

  private final BusyTime busy = new BusyTime();
  private final BusyTime kernels = new BusyTime();
  private final BusyTime copies = new BusyTime();
  private final Map<Long, Queue> queues = new TreeMap<>();
  private long dispatches;
  private long copyCount;
  private long copiedBytes;
  private long untimedDispatches;
  private long untimedCopies;

  public void addDispatch(long queueId, long begin, long end) {
    busy.add(begin, end);
    kernels.add(begin, end);
    Queue queue = queue(queueId);
    queue.busy.add(begin, end);
    queue.timed = true;
  }

  /** Counts a dispatch whose times nobody told. */
  public void addUntimedDispatch(long queueId) {
    queue(queueId);
    untimedDispatches++;
  }

  private Queue queue(long queueId) {
    Queue queue = queues.computeIfAbsent(queueId, id -> new Queue());
    queue.dispatches++;
    dispatches++;
    return queue;
  }

  /** Adds a copy of so many bytes; less than 0 is unknown. */
  public void addCopy(long bytes, long begin, long end) {
    busy.add(begin, end);
    copies.add(begin, end);
    count(bytes);
  }

  /** Counts a copy whose times nobody told. */
  public void addUntimedCopy(long bytes) {
    count(bytes);
    untimedCopies++;
  }

  private void count(long bytes) {
    copyCount++;
    copiedBytes += Math.max(bytes, 0);
  }

  /** Whether there is work, and nobody told the times of any: how busy it was is not known. */
  public boolean isUntimed() {
    long untimed = untimedDispatches + untimedCopies;
    return untimed > 0 && untimed == dispatches + copyCount;
  }

  /** Whether there are dispatches, all of them without times. */
  public boolean isKernelTimeUnknown() {
    return untimedDispatches > 0 && untimedDispatches == dispatches;
  }

  /** Whether there are copies, all of them without times. */
  public boolean isCopyTimeUnknown() {
    return untimedCopies > 0 && untimedCopies == copyCount;
  }

  /** How long a kernel or a copy ran, in nanoseconds; what overlaps counts once. */
  public long busyNanos() {
    return busy.nanos();
  }

  /** How long a kernel ran, in nanoseconds. */
  public long kernelNanos() {
    return kernels.nanos();
  }

  /** How long a copy ran, in nanoseconds. */
  public long copyNanos() {
    return copies.nanos();
  }

  public long dispatches() {
    return dispatches;
  }

  public long copies() {
    return copyCount;
  }

  /** What the copies said of their sizes, together. */
  public long copiedBytes() {
    return copiedBytes;
  }

  /** By hardware queue, those with kernels. */
  public Map<Long, Queue> queues() {
    return queues;
  }
}
