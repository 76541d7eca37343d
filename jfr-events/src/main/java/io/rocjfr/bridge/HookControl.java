// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Registers and removes HIP's hooks, on a thread of its own: HIP 5.2 waits there until the calls
 * that are under way have returned, a {@code hipDeviceSynchronize} of a minute included. Nobody
 * waits for that without a bound.
 */
final class HookControl {
  private static final int QUIESCE_MILLIS = 200;
  private static final int WITHOUT_PROGRESS_MILLIS = 20;
  private static final int WATCH_MILLIS = 60_000;
  private static final long LOOK_MILLIS = 100;

  private final Tracer tracer;
  private final Runnable changed;
  private final Thread thread;

  /** The domains that are to be recorded. */
  private volatile int target;

  /** The domains that the tracer has been told of. */
  private volatile int told;

  private volatile Thread waiter;
  private volatile boolean stopped;

  /**
   * @param changed is called after the tracer has been told something else, on that thread
   */
  HookControl(Tracer tracer, Runnable changed) {
    this.tracer = tracer;
    this.changed = changed;
    thread = new Thread(null, this::run, "rocjfr-hooks", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
  }

  void start() {
    thread.start();
  }

  void stop() throws InterruptedException {
    stopped = true;
    wake();
    thread.join();
  }

  /** Says what is wanted from now on, and returns at once. On the drain thread only. */
  void want(int domains) {
    if (target != domains) {
      target = domains;
      wake();
    }
  }

  /** What the tracer records for us; 0: its hook is not registered for us. */
  int told() {
    return told;
  }

  /**
   * Waits until the tracer records all that is wanted now; not until it has ceased to record more.
   * One thread at a time gets to know at once, others soon.
   *
   * @return whether it does
   */
  boolean await(long nanos) {
    waiter = Thread.currentThread();
    BoundedWait.until(() -> recordsAll() || !thread.isAlive(), nanos, LOOK_MILLIS);
    return recordsAll();
  }

  private boolean recordsAll() {
    return (target & ~told) == 0;
  }

  private void wake() {
    LockSupport.unpark(thread);
    tracer.wakeHooks();
  }

  private void run() {
    while (!stopped) {
      try {
        if (target != told) {
          tell(target);
        } else if (told != 0) {
          tracer.watchHooks(WATCH_MILLIS);
        } else {
          LockSupport.park(this);
        }
      } catch (Throwable t) { // the hooks must be looked after
        Log.warn("a change of the hooks failed", t);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS));
      }
    }
  }

  private void tell(int domains) {
    if (domains == 0) {
      // What was submitted while somebody wanted it is waited for, a little.
      tracer.quiesce(QUIESCE_MILLIS, WITHOUT_PROGRESS_MILLIS);
      if (target != 0) {
        return;
      }
    }
    told &= domains; // who starts meanwhile has to wait
    tracer.setWanted(domains);
    told = domains;
    if (domains == 0) {
      tracer.abandonInFlight();
    }
    LockSupport.unpark(waiter);
    changed.run();
  }
}
