// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/** What others ask of the drain thread, in the order in which they ask. */
final class DrainTasks {

  /** One of them: drain so far, then do something. */
  static final class Task {
    private final long[] tails;
    private final Runnable then;
    private final LongConsumer tooLate;
    private boolean done;
    private volatile boolean late;

    private Task(long[] tails, Runnable then, LongConsumer tooLate) {
      this.tails = tails;
      this.then = then;
      this.tooLate = tooLate;
    }

    /** How far to drain first: what is in the rings when it is asked. */
    long[] tails() {
      return tails;
    }

    /** On the drain thread: so many groups were drained just now. */
    void drained(long groups) {
      if (late) {
        tooLate.accept(groups);
      }
    }

    /** On the drain thread, when it has drained. Throws nothing. */
    void complete() {
      try {
        then.run();
      } catch (Throwable t) { // the next one must have its turn
        Log.warn("draining failed", t);
      }
      end();
    }

    private synchronized void end() {
      done = true;
      notifyAll();
    }

    /**
     * Waits until it has been done; interrupts are left to the caller.
     *
     * @param deadline of System.nanoTime
     * @return false if that came first
     */
    synchronized boolean await(long deadline) {
      boolean interrupted = false;
      long left = deadline - System.nanoTime();
      while (!done && left > 0) {
        try {
          TimeUnit.NANOSECONDS.timedWait(this, left);
        } catch (InterruptedException e) {
          interrupted = true; // the application's business: this wait is bounded
        }
        left = deadline - System.nanoTime();
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      late = !done;
      return done;
    }
  }

  private final ArrayDeque<Task> tasks = new ArrayDeque<>();
  private volatile boolean any;
  private boolean closed;

  /**
   * Adds one; when nobody drains any more it ends without having been done.
   *
   * @param then what to do when it has drained
   * @param tooLate is told of groups that were drained when who asked had stopped waiting
   */
  synchronized Task add(long[] tails, Runnable then, LongConsumer tooLate) {
    Task task = new Task(tails, then, tooLate);
    if (closed) {
      task.end();
    } else {
      tasks.add(task);
      any = true;
    }
    return task;
  }

  /** Whether there is one; cheap. */
  boolean any() {
    return any;
  }

  /** The next one, or null. */
  synchronized Task next() {
    Task task = tasks.poll();
    any = !tasks.isEmpty();
    return task;
  }

  /** Nobody drains any more. */
  synchronized void close() {
    closed = true;
    tasks.forEach(Task::end);
    tasks.clear();
    any = false;
  }
}
