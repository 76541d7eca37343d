// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.Map;
import java.util.TreeMap;

/** What one GPU did: how long, how often, by queue. For one thread at a time. */
public final class GpuUse {
  /** What one of its hardware queues did. */
  public static final class Queue {
    private final BusyTime busy;
    private long dispatches;
    private boolean timed;

    private Queue(BusyTime busy) {
      this.busy = busy;
    }

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

  private final int inMemory;
  private final BusyTime busy;
  private final BusyTime kernels;
  private final BusyTime copies;
  private final Map<Long, Queue> queues = new TreeMap<>();
  private long dispatches;
  private long copyCount;
  private long copiedBytes;
  private long untimedDispatches;
  private long untimedCopies;

  public GpuUse() {
    this(BusyTime.IN_MEMORY);
  }

  private GpuUse(int inMemory) {
    this.inMemory = inMemory;
    busy = new BusyTime(inMemory);
    kernels = new BusyTime(inMemory);
    copies = new BusyTime(inMemory);
  }

  /** For who has all events in memory anyway: it makes no temporary file. */
  public static GpuUse inMemory() {
    return new GpuUse(Integer.MAX_VALUE);
  }

  /** To be called when all was added: gives back what it has of the events. */
  public GpuUse seal() {
    busy.seal();
    kernels.seal();
    copies.seal();
    queues.values().forEach(queue -> queue.busy.seal());
    return this;
  }

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
    Queue queue = queues.computeIfAbsent(queueId, id -> new Queue(new BusyTime(inMemory)));
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
    return untimed() > 0 && untimed() == dispatches + copyCount;
  }

  /** How many dispatches and copies have no times: they are in counts and bytes only. */
  public long untimed() {
    return untimedDispatches + untimedCopies;
  }

  /** Whether it did nothing. */
  public boolean isEmpty() {
    return dispatches + copyCount == 0;
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
