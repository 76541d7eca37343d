// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.util.ArrayDeque;
import java.util.function.LongConsumer;

/** What others ask of the drain thread, in the order in which they ask. */
final class DrainTasks {

  /** One of them: drain so far, then do something. */
  static final class Task {
    private final long[] tails;
    private final Runnable then;
    private final LongConsumer tooLate;
    private boolean ended;
    private boolean failed;
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

    private boolean countsLate() {
      return late && tooLate != null;
    }

    /** On the drain thread, when it has drained. Throws nothing. */
    void complete() {
      try {
        then.run();
      } catch (Throwable t) { // the next one must have its turn
        fail();
        DrainThread.FAILED.warn(t);
      }
      end();
    }

    /** On the drain thread: not all was drained; the rest is done all the same. */
    synchronized void fail() {
      failed = true;
    }

    private synchronized void end() {
      ended = true;
      notifyAll();
    }

    /**
     * Waits until it has been done; interrupts are left to the caller.
     *
     * @param deadline of System.nanoTime
     * @return false if that came first, or if it failed
     */
    synchronized boolean await(long deadline) {
      late = !TimedWait.await(this, () -> ended, deadline);
      return !late && !failed;
    }
  }

  private final ArrayDeque<Task> tasks = new ArrayDeque<>();
  private volatile boolean any;
  private boolean closed;

  /**
   * Adds one; when nobody drains any more it ends without having been done.
   *
   * @param then what to do when it has drained
   * @param tooLate is told of groups that were drained when who asked had stopped waiting; or null
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

  /**
   * On the drain thread: so many groups were drained just now, for this task or later ones. If
   * somebody waited for one of these tasks in vain, it is told.
   */
  void drained(Task task, long groups) {
    Task late = task.countsLate() ? task : firstLate();
    if (late != null) {
      late.tooLate.accept(groups);
    }
  }

  private synchronized Task firstLate() {
    for (Task task : tasks) {
      if (task.countsLate()) {
        return task;
      }
    }
    return null;
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
