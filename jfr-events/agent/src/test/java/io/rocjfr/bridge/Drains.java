// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

/** Ends drains in tests of other packages. */
public final class Drains {
  private Drains() {}

  public static void stop(Drain drain) {
    try {
      drain.stop();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
