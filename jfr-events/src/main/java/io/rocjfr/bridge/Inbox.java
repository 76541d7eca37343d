// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * What other threads have the drain thread do, between its rounds: nothing of the drain's is
 * touched by another thread, so that there is no lock that anybody could hold for too long.
 */
final class Inbox {
  /** Whoever waits looks so often whether the drain thread has ended, which tells nobody. */
  private static final long LOOK_MILLIS = 100;

  private final ConcurrentLinkedQueue<Errand> errands = new ConcurrentLinkedQueue<>();
  private final Thread owner;
  private final Runnable wake;

  /**
   * @param owner does the errands
   * @param wake ends its sleep
   */
  Inbox(Thread owner, Runnable wake) {
    this.owner = owner;
    this.wake = wake;
  }

  /** Something to do, and who may wait for it. */
  final class Errand {
    private final Runnable work;
    private final Thread asker = Thread.currentThread();
    private volatile boolean done;

    private Errand(Runnable work) {
      this.work = work;
    }

    /**
     * Waits until it is done. Where the owner does not live, or is the caller, it is not waited
     * for. An interrupt is kept for the caller: it is the application's business.
     *
     * @return whether it was done in time
     */
    boolean await(long nanos) {
      BoundedWait.until(() -> done || asker == owner || !owner.isAlive(), nanos, LOOK_MILLIS);
      return done;
    }

    boolean isDone() {
      return done;
    }

    private void run() {
      try {
        work.run();
      } catch (Throwable t) { // the owner must go on, whatever was asked
        Log.warn("the drain thread could not do what it was asked", t);
      } finally {
        done = true;
        LockSupport.unpark(asker);
      }
    }
  }

  /** Has this done soon, by the owner. Any thread. */
  Errand ask(Runnable work) {
    Errand errand = new Errand(work);
    errands.add(errand);
    wake.run();
    return errand;
  }

  boolean isEmpty() {
    return errands.isEmpty();
  }

  /** By the owner: does what has been asked. */
  void doAll() {
    for (Errand errand = errands.poll(); errand != null; errand = errands.poll()) {
      errand.run();
    }
  }
}
