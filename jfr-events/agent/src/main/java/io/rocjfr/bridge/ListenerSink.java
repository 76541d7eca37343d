// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.ActivityKind;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** Hands groups to the listeners of the public API. */
final class ListenerSink implements GroupSink {
  /** Batches that one listener gets before the rings are looked at again. */
  private static final int BATCHES_AT_ONCE = 4;

  /** Replaced, never changed: walking it allocates nothing. */
  private volatile ListenerQueue[] queues = {};

  private final Clocks clocks;
  private final ReentrantLock lock;
  private long dropped;

  ListenerSink(Clocks clocks, ReentrantLock lock) {
    this.clocks = clocks;
    this.lock = lock;
  }

  /** Under the lock. */
  ListenerQueue add(Consumer<Object[]> listener, int kinds) {
    ListenerQueue queue = new ListenerQueue(listener, kinds);
    ListenerQueue[] more = Arrays.copyOf(queues, queues.length + 1);
    more[queues.length] = queue;
    queues = more;
    return queue;
  }

  /** Under the lock. */
  void remove(ListenerQueue queue) {
    queue.remove();
    dropped += queue.takeDropped();
    queues = Arrays.stream(queues).filter(other -> other != queue).toArray(ListenerQueue[]::new);
  }

  boolean isEmpty() {
    return queues.length == 0;
  }

  /** The kinds that any listener asks for. */
  int kinds() {
    int kinds = 0;
    for (ListenerQueue queue : queues) {
      kinds |= queue.kinds;
    }
    return kinds;
  }

  int wantedDomains() {
    int kinds = kinds();
    int domains = 0;
    if (has(kinds, ActivityKind.HIP_API)) {
      domains |= Layout.bit(Layout.HIP_API);
    }
    if (has(kinds, ActivityKind.KERNEL_DISPATCH)
        || has(kinds, ActivityKind.MEM_COPY)
        || has(kinds, ActivityKind.BARRIER)) {
      domains |= Layout.bit(Layout.HIP_OPS);
    }
    if (has(kinds, ActivityKind.ROCTX_RANGE) || has(kinds, ActivityKind.ROCTX_MARK)) {
      domains |= Layout.bit(Layout.ROCTX);
    }
    return domains;
  }

  boolean wantsBarriers() {
    return has(kinds(), ActivityKind.BARRIER);
  }

  private static boolean has(int kinds, ActivityKind kind) {
    return (kinds & (1 << kind.code())) != 0;
  }

  @Override
  public void accept(Group group) {
    for (ListenerQueue queue : queues) {
      queue.add(group, clocks);
    }
  }

  /**
   * Delivers what has gathered, without holding the lock. On the drain thread only.
   *
   * @return whether there may be more
   */
  boolean deliver() {
    boolean more = false;
    for (ListenerQueue queue : queues) {
      more |= deliver(queue);
    }
    return more;
  }

  private boolean deliver(ListenerQueue queue) {
    for (int i = 0; i < BATCHES_AT_ONCE; i++) {
      Object[] batch;
      lock.lock();
      try {
        batch = queue.take();
      } finally {
        lock.unlock();
      }
      if (batch == null) {
        return false;
      }
      queue.deliver(batch);
      lock.lock();
      try {
        queue.giveBack();
      } finally {
        lock.unlock();
      }
    }
    return true;
  }

  /** Under the lock: activities that listeners were too slow for, since the start. */
  long dropped() {
    for (ListenerQueue queue : queues) {
      dropped += queue.takeDropped();
    }
    return dropped;
  }
}
