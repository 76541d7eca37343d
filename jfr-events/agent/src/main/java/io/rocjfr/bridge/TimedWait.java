// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits with a limit for what other threads do under a monitor. */
final class TimedWait {
  private TimedWait() {}

  /**
   * Waits until a condition holds that others change under the monitor, before they notify it.
   * Interrupts are left to the caller: this wait is bounded.
   *
   * @param monitor the caller holds it
   * @param deadline of System.nanoTime
   * @return false if that came first
   */
  static boolean await(Object monitor, BooleanSupplier condition, long deadline) {
    boolean interrupted = false;
    long left = deadline - System.nanoTime();
    while (!condition.getAsBoolean() && left > 0) {
      try {
        TimeUnit.NANOSECONDS.timedWait(monitor, left);
      } catch (InterruptedException e) {
        interrupted = true;
      }
      left = deadline - System.nanoTime();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return condition.getAsBoolean();
  }
}
