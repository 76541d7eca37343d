// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * One listener and the thread that calls it, so that a slow one holds up neither recordings nor
 * other listeners.
 */
final class ListenerThread {
  /** How long the end of a registration waits for what the listener is still to be told. */
  private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final Trouble THROWN =
      new Trouble("a listener threw an exception (reported once)");

  private static final long OPEN = Long.MIN_VALUE;

  private final Tracer tracer;
  private final Consumer<Object[]> listener;
  private final ListenerQueue queue;
  private final long closeNanos;
  private final Thread thread;

  /** When to give up what has not been delivered, of System.nanoTime. */
  private final AtomicLong closeBy = new AtomicLong(OPEN);

  ListenerThread(
      Tracer tracer, Consumer<Object[]> listener, int kinds, LongAdder allDropped, int patience) {
    this.tracer = tracer;
    this.listener = listener;
    closeNanos = patience * CLOSE_NANOS;
    queue = new ListenerQueue(kinds, allDropped);
    thread = new Thread(null, this::run, "rocjfr-listener", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
  }

  void start() {
    thread.start();
  }

  ListenerQueue queue() {
    return queue;
  }

  /** Whether somebody ends the registration, and sees to the rest. */
  boolean isClosing() {
    return closeBy.get() != OPEN;
  }

  boolean isCurrent() {
    return Thread.currentThread() == thread;
  }

  private void run() {
    tracer.thisThreadIsOurs();
    boolean reported = false;
    for (ListenerQueue.Batch batch = queue.take(); batch != null; batch = queue.take()) {
      try {
        listener.accept(batch.parts);
      } catch (Throwable t) { // whatever a listener throws: it is told of the next ones
        queue.drop(batch.untold());
        if (!reported) {
          reported = true;
          THROWN.warn(t);
        }
      }
      queue.giveBack(batch);
      long deadline = closeBy.get();
      if (deadline != OPEN && System.nanoTime() - deadline >= 0) {
        queue.abandon();
      }
    }
  }

  /**
   * Ends the registration: what is in the rings now is still delivered, within a second. Waits for
   * that, unless the listener itself calls it.
   */
  void close(DrainThread drain, InFlightWait inFlight, ListenerSink sink) {
    long deadline = System.nanoTime() + closeNanos;
    if (!closeBy.compareAndSet(OPEN, deadline)) {
      return;
    }
    boolean waits = !isCurrent() && !drain.isCurrent();
    if (waits) {
      inFlight.await(drain::signal, closeNanos / 2); // the rest is for delivering it
    }
    DrainTasks.Task end = drain.ask(() -> sink.remove(this), null);
    if (!waits) {
      return;
    }
    if (end.await(deadline)) {
      sink.remove(this); // also where nobody drains any more
      if (queue.awaitDone(queue.added(), deadline)) {
        return;
      }
    }
    queue.abandon(); // what is still in the rings, too, which the drain counts when it takes it
  }
}
