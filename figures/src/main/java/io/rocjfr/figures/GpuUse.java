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

  public void addDispatch(long queueId, long begin, long end) {
    busy.add(begin, end);
    kernels.add(begin, end);
    Queue queue = queues.computeIfAbsent(queueId, id -> new Queue());
    queue.busy.add(begin, end);
    queue.dispatches++;
    dispatches++;
  }

  /** Adds a copy of so many bytes; less than 0 is unknown. */
  public void addCopy(long bytes, long begin, long end) {
    busy.add(begin, end);
    copies.add(begin, end);
    copyCount++;
    copiedBytes += Math.max(bytes, 0);
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
