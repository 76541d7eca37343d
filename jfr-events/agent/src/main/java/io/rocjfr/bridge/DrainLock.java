// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** The one lock of those who drain. Fair: JFR's hook must get in between the drain's holds. */
final class DrainLock extends ReentrantLock {
  private static final long serialVersionUID = 1;

  private static final long LOCK_SECONDS = 5;

  DrainLock() {
    super(true);
  }

  /** The hook may not wait for ever, whatever happens to the one that holds the lock. */
  boolean lockInTime() {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LOCK_SECONDS);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          if (tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            return true;
          }
          Log.warn("the drain was held up for " + LOCK_SECONDS + " s; records stay for later");
          return false;
        } catch (InterruptedException e) {
          interrupted = true; // the application's business: it stopped a recording when interrupted
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
