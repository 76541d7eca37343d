// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.ActivityKind;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Hands activities to the queues of the listeners of the public API. */
final class ListenerSink implements ActivitySink {
  private static final Trouble UNTOLD = new Trouble("a listener could not be called");

  /** Replaced, never changed: walking it allocates nothing. */
  private volatile ListenerThread[] listeners = {};

  /** Those that the drain thread fills now. */
  private ListenerThread[] open = {};

  private final Clocks clocks;
  private final LongAdder dropped = new LongAdder();

  ListenerSink(Clocks clocks) {
    this.clocks = clocks;
  }

  /** Activities that listeners were too slow for or threw on, since the start. */
  LongAdder dropped() {
    return dropped;
  }

  synchronized void add(ListenerThread listener) {
    ListenerThread[] more = Arrays.copyOf(listeners, listeners.length + 1);
    more[listeners.length] = listener;
    listeners = more;
  }

  /** It gets nothing more, and its thread ends when it has taken what there is. */
  synchronized void remove(ListenerThread listener) {
    listeners =
        Arrays.stream(listeners).filter(other -> other != listener).toArray(ListenerThread[]::new);
    listener.queue().end();
  }

  /** The kinds that any listener asks for. */
  int kinds() {
    int kinds = 0;
    for (ListenerThread listener : listeners) {
      kinds |= listener.queue().kinds;
    }
    return kinds;
  }

  int wantedDomains() {
    int kinds = kinds();
    int domains = 0;
    if (has(kinds, ActivityKind.HIP_API)) {
      domains |= Layout.bit(Layout.HIP_API);
    }
    boolean openCl = has(kinds, ActivityKind.OPENCL_API);
    if (openCl) {
      domains |= Layout.bit(Layout.OPENCL_API);
    }
    if (has(kinds, ActivityKind.KERNEL_DISPATCH)
        || has(kinds, ActivityKind.MEM_COPY)
        || has(kinds, ActivityKind.BARRIER)) {
      domains |= Layout.bit(Layout.HIP_OPS) | (openCl ? Layout.bit(Layout.OPENCL_OPS) : 0);
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

  /** On the drain thread, before activities come. */
  void open() {
    open = listeners;
    for (ListenerThread listener : open) {
      listener.queue().open();
    }
  }

  /** On the drain thread: no more activities come for a while. */
  void offer() {
    for (ListenerThread listener : open) {
      listener.queue().offer();
    }
    open = new ListenerThread[0];
  }

  @Override
  public void accept(DecodedActivity activity) {
    for (ListenerThread listener : open) {
      try {
        listener.queue().add(activity, clocks);
      } catch (Throwable t) { // out of memory: the recording and the other listeners have it
        listener.queue().drop(1);
        UNTOLD.warn(t);
      }
    }
  }

  /**
   * Waits until all listeners but the calling one are done with what was handed over to them.
   *
   * @param deadline of System.nanoTime
   * @return false if that came first
   */
  boolean awaitDone(long deadline) {
    boolean done = true;
    for (ListenerThread listener : listeners) {
      ListenerQueue queue = listener.queue();
      done &= listener.isCurrent() || queue.awaitDone(queue.added(), deadline);
    }
    return done;
  }

  /** What each listener is done with; for {@link #abandonStuck}. */
  Map<ListenerThread, Long> done() {
    Map<ListenerThread, Long> done = new HashMap<>();
    for (ListenerThread listener : listeners) {
      done.put(listener, listener.queue().done());
    }
    return done;
  }

  /**
   * At the exit: what a listener has not taken that has not returned meanwhile is dropped, and
   * counted. Others go on as long as the JVM does.
   *
   * @param before what they were done with when the exit began
   */
  void abandonStuck(Map<ListenerThread, Long> before) {
    before.forEach(
        (listener, done) -> {
          ListenerQueue queue = listener.queue();
          boolean all = queue.awaitDone(queue.added(), System.nanoTime());
          if (!all && !listener.isClosing() && queue.done() == done) {
            queue.abandon();
          }
        });
  }
}
