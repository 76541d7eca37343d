// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

/**
 * The setting {@code rocjfr.GpuAllocation#rate}: events a second in the whole process, 0 is all.
 */
public final class GpuAllocationRateSetting extends RateSetting {
  private static volatile int current = DEFAULT;

  /** The rate in force. */
  public static int current() {
    return current;
  }

  @Override
  void set(int rate) {
    current = rate;
  }
}
