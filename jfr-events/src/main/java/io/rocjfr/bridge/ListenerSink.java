// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.ActivityKind;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * Hands groups to the listeners of the public API. On the drain thread, except where it says so.
 */
final class ListenerSink implements GroupSink {
  /** Losses of listeners with more names than these are counted together. */
  private static final int MOST_NAMES = 64;

  private static final String OTHERS = "others";

  /** Replaced, never changed: walking it allocates nothing. */
  private volatile ListenerQueue[] queues = {};

  private final Tracer tracer;
  private final Clocks clocks;
  private final LongAdder lost = new LongAdder();
  private final Map<String, LongAdder> lostByName = new ConcurrentHashMap<>();

  ListenerSink(Tracer tracer, Clocks clocks) {
    this.tracer = tracer;
    this.clocks = clocks;
  }

  /** A queue that {@link #add} begins to fill. Any thread. */
  ListenerQueue make(String name, Consumer<Object[]> listener, int kinds) {
    boolean room = lostByName.size() < MOST_NAMES || lostByName.containsKey(name);
    LongAdder ofName = lostByName.computeIfAbsent(room ? name : OTHERS, n -> new LongAdder());
    return new ListenerQueue(tracer, name, listener, kinds, lost, ofName);
  }

  /** Starts the listener's thread here, so that it inherits nothing of the application. */
  void add(ListenerQueue queue) {
    queue.start();
    ListenerQueue[] more = Arrays.copyOf(queues, queues.length + 1);
    more[queues.length] = queue;
    queues = more;
  }

  void remove(ListenerQueue queue) {
    queue.end();
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

  /** The listeners get what has gathered for them. */
  void handOver() {
    for (ListenerQueue queue : queues) {
      queue.handOver();
    }
  }

  /**
   * Waits until the listeners have taken all that has been handed over. Any thread; a listener does
   * not wait for itself.
   *
   * @return whether they have
   */
  boolean await(long nanos) {
    long begin = System.nanoTime();
    boolean all = true;
    for (ListenerQueue queue : queues) {
      all &= queue.awaitDelivered(nanos - (System.nanoTime() - begin));
    }
    return all;
  }

  /** Activities that listeners did not take, since the start. Any thread. */
  long lost() {
    return lost.sum();
  }

  /** The same by the listeners' names; only those that lost any. Any thread. */
  Map<String, Long> lostByName() {
    Map<String, Long> counts = new TreeMap<>();
    lostByName.forEach(
        (name, count) -> {
          if (count.sum() != 0) {
            counts.put(name, count.sum());
          }
        });
    return counts;
  }
}
