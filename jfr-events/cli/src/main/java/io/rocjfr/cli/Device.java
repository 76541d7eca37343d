// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.util.Map;
import java.util.TreeMap;

/** What one GPU did. */
final class Device {
  /** What one of its hardware queues did. */
  static final class Queue {
    private final BusyTime busy = new BusyTime();
    private long dispatches;

    BusyTime busy() {
      return busy;
    }

    long dispatches() {
      return dispatches;
    }
  }

  private final BusyTime busy = new BusyTime();
  private final BusyTime kernels = new BusyTime();
  private final BusyTime copies = new BusyTime();
  private final Map<Long, Queue> queues = new TreeMap<>();
  private long copyCount;

  void addDispatch(long queueId, long begin, long end) {
    busy.add(begin, end);
    kernels.add(begin, end);
    Queue queue = queues.computeIfAbsent(queueId, id -> new Queue());
    queue.busy.add(begin, end);
    queue.dispatches++;
  }

  void addCopy(long begin, long end) {
    busy.add(begin, end);
    copies.add(begin, end);
    copyCount++;
  }

  BusyTime busy() {
    return busy;
  }

  BusyTime kernels() {
    return kernels;
  }

  BusyTime copies() {
    return copies;
  }

  long copyCount() {
    return copyCount;
  }

  long dispatches() {
    return queues.values().stream().mapToLong(Queue::dispatches).sum();
  }

  Map<Long, Queue> queues() {
    return queues;
  }
}
