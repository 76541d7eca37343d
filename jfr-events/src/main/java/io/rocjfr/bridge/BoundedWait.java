// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** How our callers wait: never without a bound, and keeping interrupts, which are not for us. */
final class BoundedWait {
  private BoundedWait() {}

  /**
   * Waits until something is so. Who makes it so may unpark the caller; without that it is noticed
   * after {@code lookMillis}.
   *
   * @return whether it is so
   */
  static boolean until(BooleanSupplier done, long nanos, long lookMillis) {
    long begin = System.nanoTime();
    long look = TimeUnit.MILLISECONDS.toNanos(lookMillis);
    boolean interrupted = false;
    boolean is = done.getAsBoolean();
    while (!is) {
      long left = nanos - (System.nanoTime() - begin);
      if (left <= 0) {
        break;
      }
      LockSupport.parkNanos(done, Math.min(left, look));
      interrupted |= Thread.interrupted();
      is = done.getAsBoolean();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return is;
  }
}
